import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type GroupPlan, type PlannedRun, plannedRuns, readPlan } from "../record/group-plan.ts";
import type { JournalLine } from "../record/journal.ts";
import { JournalTail } from "../record/journal-tail.ts";
import type { GroupEvent, RunEnd, RunEvent } from "../record/run-events.ts";
import { groupFiles, runFiles } from "../record/run-folder.ts";
import { addRunEvent, noProgress, type RunProgress } from "./run-progress.ts";

/** What the group's journal says about one run. */
export interface JournaledRun {
  /** Of the last attempt, and when that was started. */
  attempt: number;
  startedAt: string;
  /** Null again when the run is started once more. */
  end: { readonly end: RunEnd; readonly head: string; readonly actMs: number } | null;
}

/** One run of the plan, as far as the group's journal and, where that does not know an end, the run's own go. */
export interface IndexedRun extends PlannedRun {
  readonly folder: string;
  /** Null when it was never started. */
  readonly journaled: JournaledRun | null;
  /** How it ended. Not in the group's journal (`journaled.end` is null) where a host was killed just before it wrote that. */
  readonly end: RunEnd | null;
  /** What its own journal says; null when the group's already knows its end, so that nobody looked. */
  readonly progress: RunProgress | null;
}

interface GroupIndex {
  readonly plan: GroupPlan;
  /** In the plan's order. */
  readonly runs: readonly IndexedRun[];
  /** Time that agents have worked in the runs that ended. */
  readonly usedMs: number;
}

/** The group's journal, added up, and read on as it grows. */
export class GroupJournal {
  readonly runs = new Map<string, JournaledRun>();
  /** When the first host started. */
  startedAt: string | null = null;
  /** The last host's end, and when; null while it has not ended, or when it could not say so. */
  hostEnd: { readonly why: "complete" | "stopped" | "budget"; readonly time: string } | null = null;
  /** When the last line was written. */
  lastAt: string | null = null;
  readonly #tail: JournalTail<GroupEvent>;

  constructor(groupFolder: string) {
    this.#tail = new JournalTail(join(groupFolder, groupFiles.events));
  }

  /** Takes in what is new, and returns it. */
  read(): JournalLine<GroupEvent>[] {
    const lines = this.#tail.read();
    for (const line of lines) this.#add(line);
    return lines;
  }

  #add(line: JournalLine<GroupEvent>): void {
    this.lastAt = line.time;
    switch (line.type) {
      case "host-started":
        this.startedAt ??= line.time;
        this.hostEnd = null;
        break;
      case "host-ended":
        this.hostEnd = { why: line.why, time: line.time };
        break;
      case "run-started":
        this.runs.set(line.run, { attempt: line.attempt, startedAt: line.time, end: null });
        break;
      case "run-ended": {
        const { end, head, actMs } = line;
        const known = this.runs.get(line.run) ?? { attempt: 1, startedAt: line.time };
        this.runs.set(line.run, { ...known, end: { end, head, actMs } });
        break;
      }
    }
  }
}

/**
 * Which runs of a group ended, and how far the others are. The group's journal is the index: only runs whose end it does
 * not know are looked into, so continuing a group of ten thousand runs takes a moment. Does not ask who is alive.
 *
 * @throws UsageError when the folder holds no plan that can be read.
 */
export function readGroupIndex(folder: string): GroupIndex {
  const journal = new GroupJournal(folder);
  journal.read();
  return indexGroup(folder, readPlan(folder), journal);
}

/** `readGroupIndex` with a plan and a journal that were read already. */
export function indexGroup(folder: string, plan: GroupPlan, journal: GroupJournal): GroupIndex {
  const present = new Set(readdirSync(folder));
  const runs = plannedRuns(plan).map((run): IndexedRun => {
    const place = join(folder, run.id);
    const journaled = journal.runs.get(run.id) ?? null;
    if (journaled?.end) return { ...run, folder: place, journaled, end: journaled.end.end, progress: null };
    const progress = present.has(run.id) ? readProgress(place) : noProgress();
    const hasEnded = progress.stage === "ended" && !isStartedAgain(progress, journaled);
    return { ...run, folder: place, journaled, end: hasEnded ? progress.end : null, progress };
  });
  const usedMs = runs.reduce(
    (sum, { journaled, end, progress }) =>
      sum + (journaled?.end?.actMs ?? (end === null ? 0 : (progress?.elapsedMs ?? 0))),
    0,
  );
  return { plan, runs, usedMs };
}

/** Whether the host has begun a later attempt than the run's own journal knows. */
export function isStartedAgain({ attempt }: RunProgress, journaled: JournaledRun | null): boolean {
  return journaled !== null && attempt > 0 && journaled.attempt > attempt;
}

function readProgress(runFolder: string): RunProgress {
  const progress = noProgress();
  for (const line of new JournalTail<RunEvent>(join(runFolder, runFiles.events)).read()) addRunEvent(progress, line);
  return progress;
}
