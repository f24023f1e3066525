import { followGroup } from "../../src/cli/run-view.ts";
import { BenchError } from "../../src/lib/errors.ts";
import { watchGroup } from "../../src/runs/watch-group.ts";

/** Calls one command with parameters given as JSON, and turns what it throws into text as the real entry does. */
const commands = {
  ps: () => import("../../src/cli/commands/ps.ts"),
  logs: () => import("../../src/cli/commands/logs.ts"),
  stop: () => import("../../src/cli/commands/stop.ts"),
  verify: () => import("../../src/cli/commands/verify.ts"),
  "runs-list": () => import("../../src/cli/commands/runs-list.ts"),
  "runs-show": () => import("../../src/cli/commands/runs-show.ts"),
  "make-submission": () => import("../../src/cli/commands/make-submission.ts"),
  follow: async () => ({
    run: async (folder: string) => {
      const watch = watchGroup(folder);
      if (!process.stdout.isTTY) process.stdout.write("watching\n");
      const { end } = await followGroup(watch, { startMs: 2000, intervalMs: 50, budgetMs: 7_200_000 });
      process.stdout.write(`followed until ${end}\n`);
      return 0;
    },
  }),
};

const [name, parameters] = process.argv.slice(2) as [keyof typeof commands, string];
try {
  const { run } = (await commands[name]()) as { run: (...given: unknown[]) => Promise<number> | number };
  process.exitCode = await run(...JSON.parse(parameters));
} catch (error) {
  if (!(error instanceof BenchError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.code === "usage" ? 2 : 1;
}
