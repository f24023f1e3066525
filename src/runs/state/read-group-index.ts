import { readdirSync } from "node:fs";
import { join } from "node:path";
import { JournalTail } from "../../lib/journal/journal-tail.ts";
import { withSeeds } from "../record/added-seeds.ts";
import { type GroupPlan, type PlannedRun, plannedRuns, readPlan } from "../record/group-plan.ts";
import { hasResult, type RunEnd, type RunEvent } from "../record/run-events.ts";
import { runFiles } from "../record/run-folder.ts";
import { GroupJournal, type JournaledRun } from "./group-journal.ts";
import { addRunEvent, noProgress, type RunProgress } from "./run-progress.ts";

/** One run of the plan, as the group's journal describes it and, if it has no end there, the run's own journal. */
export interface IndexedRun extends PlannedRun {
  readonly folder: string;
  /** Null when it was never started. */
  readonly journaled: JournaledRun | null;
  /** How it ended. Missing from `journaled` when the host was killed just before it recorded the end. */
  readonly end: RunEnd | null;
  /** What its own journal says; null when it was not read because the group's journal has an end. */
  readonly progress: RunProgress | null;
}

export interface GroupIndex {
  /** With the seeds that were added to it. */
  readonly plan: GroupPlan;
  /** In the plan's order. */
  readonly runs: readonly IndexedRun[];
  /** Runs that a host still has to work on: without a result, or with one that is missing from the group's journal. */
  readonly unfinished: readonly IndexedRun[];
  /** How long agents have worked in the runs that ended, in all attempts together. */
  readonly spentMs: number;
}

/**
 * Which runs of a group have ended, and how far the others are. Opens only the runs without an end in the group's journal,
 * so a group of ten thousand runs is read in a moment. Does not check whether a host is alive.
 *
 * @throws UsageError when the folder holds no plan that can be read.
 */
export function readGroupIndex(folder: string): GroupIndex {
  const journal = new GroupJournal(folder);
  journal.read();
  return indexGroup(folder, readPlan(folder), journal);
}

/** `readGroupIndex` for a plan and a journal that were read already. */
export function indexGroup(folder: string, planned: GroupPlan, journal: GroupJournal): GroupIndex {
  const plan = withSeeds(planned, journal.addedSeeds);
  const present = new Set(readdirSync(folder));
  const runs = plannedRuns(plan).map((run): IndexedRun => {
    const place = join(folder, run.id);
    const journaled = journal.runs.get(run.id) ?? null;
    if (journaled?.end) return { ...run, folder: place, journaled, end: journaled.end.end, progress: null };
    if (journaled?.isToBeRetried) return { ...run, folder: place, journaled, end: null, progress: noProgress() };
    const progress = present.has(run.id) ? readProgress(place) : noProgress();
    const hasEnded = progress.stage === "ended" && !isStartedAgain(progress, journaled);
    return { ...run, folder: place, journaled, end: hasEnded ? progress.end : null, progress };
  });
  const unfinished = runs.filter(({ journaled }) => !hasResult(journaled?.end?.end ?? null));
  const unrecorded = unfinished.filter(({ end, journaled }) => end !== null && !journaled?.end);
  const spentMs = unrecorded.reduce((sum, { progress }) => sum + (progress?.elapsedMs ?? 0), journal.spentMs);
  return { plan, runs, unfinished, spentMs };
}

/** Whether the host has started a later attempt than the run's own journal knows. */
export function isStartedAgain({ attempt }: RunProgress, journaled: JournaledRun | null): boolean {
  return journaled !== null && attempt > 0 && journaled.attempt > attempt;
}

function readProgress(runFolder: string): RunProgress {
  const progress = noProgress();
  for (const line of new JournalTail<RunEvent>(join(runFolder, runFiles.events)).read()) addRunEvent(progress, line);
  return progress;
}
