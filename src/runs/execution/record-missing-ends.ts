import { join } from "node:path";
import { type Journal, readHead } from "../record/journal.ts";
import { type GroupEvent, hasResult } from "../record/run-events.ts";
import { runFiles } from "../record/run-folder.ts";
import type { IndexedRun } from "../state/read-group-index.ts";

/**
 * Adds the ends that the group's journal lacks because its host was killed between a run's last line and its own.
 * Returns the other runs.
 */
export function recordMissingEnds(runs: readonly IndexedRun[], journal: Journal<GroupEvent>): IndexedRun[] {
  return runs.filter(({ id, folder, end, progress }) => {
    if (end === null || !hasResult(end)) return true;
    const head = readHead(join(folder, runFiles.events));
    journal.append({ type: "run-ended", run: id, end, head, actMs: progress?.elapsedMs ?? 0 });
    return false;
  });
}
