import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { listKnownIds } from "../../facts/facts.ts";
import { UsageError } from "../../lib/errors.ts";
import type { GradingTask } from "./grader.ts";

/**
 * The submissions below a folder of run folders. A run folder is ours (`run.json` names the competition) or upstream's
 * (`<competition>_<anything>`). Its submission is `submission.csv` or `submission/submission.csv`; a run without one is
 * listed too and counts as a run without a submission.
 *
 *     <folder>/[<run group>/]<run>/submission.csv
 *     <folder>/[<run group>/]<run>/submission/submission.csv
 */
export function findSubmissions(folder: string): GradingTask[] {
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

function collect(folder: string, ids: readonly string[], depth: number): GradingTask[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || (entry.isSymbolicLink() && isDirectory(join(folder, entry.name))))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const run = join(folder, entry.name);
      const competitionId = competitionOf(run, entry.name, ids);
      if (competitionId === null) return depth > 1 ? collect(run, ids, depth - 1) : [];
      const nested = join(run, "submission", "submission.csv");
      return [{ competitionId, submissionPath: existsSync(nested) ? nested : join(run, "submission.csv") }];
    });
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function competitionOf(run: string, name: string, ids: readonly string[]): string | null {
  const record = join(run, "run.json");
  if (existsSync(record)) {
    try {
      const { competition } = JSON.parse(readFileSync(record, "utf8"));
      if (ids.includes(competition)) return competition;
    } catch {
      // An incomplete record: the folder's name may still contain the competition.
    }
  }
  return ids.find((id) => name === id || name.startsWith(`${id}_`)) ?? null;
}
