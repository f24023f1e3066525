import { join } from "node:path";
import { parseArgs } from "node:util";
import { isMainThread } from "node:worker_threads";
import { homePaths } from "../../contracts/home-paths.ts";
import { BenchError } from "../../lib/errors.ts";
import { improveInWorker, serveImprove } from "./improve-in-worker.ts";
import { memoryBytes } from "./limits.ts";
import { solve } from "./solve.ts";

/**
 * The solver as a process of its own. It goes by the agents' contract, the environment's DATA_DIR, SUBMISSION_DIR, SEED
 * and DEADLINE (seconds or milliseconds since 1970, or a date) or TIME_LIMIT_SECONDS; each has an option that wins.
 * It learns in another thread, so that the submission survives when that thread runs out of time or memory.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      data: { type: "string" },
      submission: { type: "string" },
      seed: { type: "string" },
      seconds: { type: "string" },
    },
  });
  const { env } = process;
  const started = Date.now();
  const end = findEnd(values.seconds, env);
  const submissionPath = values.submission ?? join(env.SUBMISSION_DIR ?? homePaths.submission, "submission.csv");
  const options = {
    publicDirectory: values.data ?? env.DATA_DIR ?? homePaths.data,
    submissionPath,
    seed: Number(values.seed ?? env.SEED ?? 0),
    // Nine tenths of the time, to leave some for writing the submission.
    deadline: started + 0.9 * (end - started),
  };
  const limits = {
    hardDeadline: started + 0.95 * (end - started),
    heapMb: Math.min(4096, Math.floor(memoryBytes() / 2 ** 21)),
  };
  const outcome = await solve(options, console.log, improveInWorker(import.meta.url, limits));
  const what = outcome === "improved" ? "written" : "holds the sample";
  console.log(`${submissionPath} ${what} after ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

/** More time would hardly help: small data is learned in a minute. */
const longestSeconds = 600;

/** When the time is up, in milliseconds since 1970. */
function findEnd(seconds: string | undefined, env: NodeJS.ProcessEnv): number {
  const limit = Number(seconds ?? env.TIME_LIMIT_SECONDS ?? longestSeconds);
  const ends = [Date.now() + 1000 * (limit < longestSeconds ? limit : longestSeconds)];
  if (seconds === undefined && env.DEADLINE) {
    const number = Number(env.DEADLINE);
    ends.push(Number.isNaN(number) ? Date.parse(env.DEADLINE) : number < 1e11 ? 1000 * number : number);
  }
  return Math.min(...ends.filter((time) => !Number.isNaN(time)));
}

if (isMainThread) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof BenchError)) throw error;
    console.log(error.message);
    process.exitCode = 1;
  }
} else await serveImprove();
