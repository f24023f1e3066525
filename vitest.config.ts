import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { SummaryReporter } from "./test/support/summary-reporter.ts";

// Every script `test:NAME` of package.json is a suite: the files `*.NAME.test.ts`, which `npm test` leaves out.
const { scripts } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));
const suites = Object.keys(scripts).flatMap((name) => /^test:(.+)$/.exec(name)?.[1] ?? []);
const filesOf = (suite: string): string => `test/**/*.${suite}.test.ts`;

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: "main", include: ["test/**/*.test.ts"], exclude: suites.map(filesOf) } },
      ...suites.map((name) => ({ extends: true as const, test: { name, include: [filesOf(name)] } })),
    ],
    reporters: ["default", new SummaryReporter(suites)],
    globalSetup: ["test/support/global-setup.ts"],
    pool: "threads",
    isolate: false,
    // Many tests wait for processes and clocks: a few more files at once than processors keep these busy.
    maxWorkers: Math.max(3, availableParallelism()),
    // Deadlines for what never happens: a busy machine may be slow, and no test measures it.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
