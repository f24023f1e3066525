import { join } from "node:path";
import type { Journal } from "../../lib/journal/journal.ts";
import { readHead } from "../../lib/journal/read-journal.ts";
import { patiently } from "../../lib/patiently.ts";
import { type GroupEvent, hasResult } from "../record/run-events.ts";
import { runFiles } from "../record/run-folder.ts";
import type { IndexedRun } from "../state/read-group-index.ts";

/**
 * Adds the ends that the group's journal lacks because its host was killed between a run's last line and its own.
 * Returns the other runs.
 */
export async function recordMissingEnds(
  runs: readonly IndexedRun[],
  journal: Journal<GroupEvent>,
): Promise<IndexedRun[]> {
  const others: IndexedRun[] = [];
  for (const run of runs) {
    const { id, folder, end, progress } = run;
    if (end === null || !hasResult(end)) {
      others.push(run);
      continue;
    }
    const head = readHead(join(folder, runFiles.events));
    const actMs = progress?.elapsedMs ?? 0;
    await patiently(() => journal.append({ type: "run-ended", run: id, end, head, actMs }));
  }
  return others;
}
