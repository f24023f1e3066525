import { join } from "node:path";
import { parseArgs } from "node:util";
import { homePaths } from "../../contracts/home-paths.ts";
import { solve } from "./solve.ts";

/**
 * The solver as a process of its own. It goes by the agents' contract, the environment's DATA_DIR, SUBMISSION_DIR, SEED
 * and DEADLINE (seconds or milliseconds since 1970, or a date) or TIME_LIMIT_SECONDS; each has an option that wins.
 */
const { values } = parseArgs({
  options: {
    data: { type: "string" },
    submission: { type: "string" },
    seed: { type: "string" },
    seconds: { type: "string" },
  },
});
const { env } = process;
const publicDirectory = values.data ?? env.DATA_DIR ?? homePaths.data;
const submissionPath = values.submission ?? join(env.SUBMISSION_DIR ?? homePaths.submission, "submission.csv");
const seed = Number(values.seed ?? env.SEED ?? 0);
/** More would hardly help: what is learned from small data is learned in a minute. */
const longestSeconds = 600;

const started = Date.now();
const solution = await solve({ publicDirectory, submissionPath, seed, deadline: findDeadline() });
for (const { source, kind, loss, treeShare, rounds } of solution.goals) {
  const share = Math.round(100 * treeShare);
  console.log(
    `${source} (${kind}): loss ${loss.toPrecision(4)} on rows set aside, ${share} % trees of ${rounds} rounds`,
  );
}
if (solution.goals.length === 0) console.log("Nothing to learn from was found: the sample is submitted.");
console.log(`${submissionPath} written after ${((Date.now() - started) / 1000).toFixed(1)} s`);

/** Nine tenths of the time that there is, so that the submission is written before it is over. */
function findDeadline(): number {
  const limit = Number(values.seconds ?? env.TIME_LIMIT_SECONDS ?? longestSeconds);
  const ends = [Date.now() + 1000 * Math.min(limit, longestSeconds)];
  if (values.seconds === undefined && env.DEADLINE) {
    const number = Number(env.DEADLINE);
    ends.push(Number.isNaN(number) ? Date.parse(env.DEADLINE) : number < 1e11 ? 1000 * number : number);
  }
  const end = Math.min(...ends.filter((time) => !Number.isNaN(time)));
  return Date.now() + 0.9 * (end - Date.now());
}
