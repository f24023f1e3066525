import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    pool: "threads",
    isolate: false,
    // Many tests wait for processes and clocks: a few more files at once than processors keep these busy.
    maxWorkers: Math.max(3, availableParallelism()),
    testTimeout: 60_000,
  },
});
