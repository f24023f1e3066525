import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { listKnownIds } from "../../facts/facts.ts";
import { UsageError } from "../../lib/errors.ts";
import { GroupJournal } from "../state/group-journal.ts";
import type { GradingTask } from "./grader.ts";

/** The submission of a run. */
export interface RunSubmission extends GradingTask {
  /** The folder that holds the run. */
  readonly groupFolder: string;
  /** Names of the two folders. */
  readonly group: string;
  readonly run: string;
  /** Null when neither the record nor the folder's name says it. */
  readonly seed: number | null;
  /** How often the run started over because the agent had failed it; absent where no group's journal says so. */
  readonly retries?: number;
}

/**
 * The submissions below a folder of run folders. A run folder is ours (`run.json` names the competition) or upstream's
 * (`<competition>_<anything>`). Its submission is `submission.csv` or `submission/submission.csv`; a run without one is
 * listed too and counts as a run without a submission.
 *
 *     <folder>/[<run group>/]<run>/submission.csv
 *     <folder>/[<run group>/]<run>/submission/submission.csv
 */
export function findSubmissions(folder: string): RunSubmission[] {
  if (!isDirectory(folder)) throw new UsageError(`There is no folder ${folder}.`);
  const ids = listKnownIds();
  const tasks = collect(folder, ids, 2);
  if (tasks.length === 0) {
    throw new UsageError(
      `No run folder below ${folder}: expected <competition>_<run>/submission/submission.csv, or folders with a run.json.`,
    );
  }
  return tasks;
}

function collect(folder: string, ids: readonly string[], depth: number): RunSubmission[] {
  const retries = retriesIn(folder);
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || (entry.isSymbolicLink() && isDirectory(join(folder, entry.name))))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name }) => {
      const run = join(folder, name);
      const { competitionId, seed } = describe(run, name, ids);
      if (competitionId === null) return depth > 1 ? collect(run, ids, depth - 1) : [];
      const nested = join(run, "submission", "submission.csv");
      const submissionPath = existsSync(nested) ? nested : join(run, "submission.csv");
      const place = { groupFolder: folder, group: basename(resolve(folder)), run: name, seed };
      return [{ competitionId, submissionPath, ...place, ...retries(name) }];
    });
}

/** Says how often a run of a group was retried. The folder need not be a group, nor its journal readable. */
function retriesIn(folder: string): (run: string) => Pick<RunSubmission, "retries"> {
  const journal = new GroupJournal(folder);
  try {
    journal.read();
  } catch {
    return () => ({});
  }
  return (run) => {
    const known = journal.runs.get(run);
    return known === undefined ? {} : { retries: known.retries };
  };
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function describe(
  run: string,
  name: string,
  ids: readonly string[],
): { readonly competitionId: string | null; readonly seed: number | null } {
  const record = join(run, "run.json");
  if (existsSync(record)) {
    try {
      const { competition, seed } = JSON.parse(readFileSync(record, "utf8"));
      if (ids.includes(competition)) return { competitionId: competition, seed: Number.isInteger(seed) ? seed : null };
    } catch {
      // An incomplete record: the folder's name may still contain the competition.
    }
  }
  const seed = /_seed-(\d+)$/.exec(name)?.[1];
  return {
    competitionId: ids.find((id) => name === id || name.startsWith(`${id}_`)) ?? null,
    seed: seed === undefined ? null : Number(seed),
  };
}
