import { join } from "node:path";
import { type GroupPlan, type PlannedRun, plannedRuns } from "../record/group-plan.ts";
import { type Journal, readHead, readJournal, readLastEvent } from "../record/journal.ts";
import { type GroupEvent, type RunEnd, type RunEvent, settledEnds } from "../record/run-events.ts";
import { groupFiles, runFiles } from "../record/run-folder.ts";

/**
 * The runs of a group that are still to be done, and how long agents have worked so far. The group's journal tells of those
 * that ended; only the others' own journals are looked at, so that a group of many thousand runs continues at once.
 */
export function unfinishedRuns(
  folder: string,
  plan: GroupPlan,
): { readonly runs: PlannedRun[]; readonly spentMs: number; readonly ended: ReadonlyMap<string, RunEnd> } {
  const ended = new Map<string, RunEnd>();
  let spentMs = 0;
  for (const event of readJournal<GroupEvent>(join(folder, groupFiles.events))) {
    if (event.type !== "run-ended") continue;
    ended.set(event.run, event.end);
    spentMs += event.actMs;
  }
  const isSettled = (id: string): boolean => settledEnds.includes(ended.get(id) ?? "cancelled");
  return { runs: plannedRuns(plan).filter(({ id }) => !isSettled(id)), spentMs, ended };
}

/**
 * Writes the ends that the group's journal lacks because its process was killed between a run's last line and its own.
 * Returns the runs that are left.
 */
export function catchUp(folder: string, runs: readonly PlannedRun[], journal: Journal<GroupEvent>): PlannedRun[] {
  return runs.filter(({ id }) => {
    const path = join(folder, id, runFiles.events);
    const last = readLastEvent<RunEvent>(path);
    if (last?.type !== "ended" || !settledEnds.includes(last.end)) return true;
    const stopped = readJournal<RunEvent>(path).findLast((event) => event.type === "stopped");
    const own = { end: last.end, head: readHead(path), actMs: stopped?.elapsedMs ?? 0 };
    journal.append({ type: "run-ended", run: id, ...own });
    return false;
  });
}
