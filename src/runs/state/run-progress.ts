import type { Medal } from "../../grade/rank-score.ts";
import type { JournalLine } from "../../lib/journal/journal.ts";
import { readLastLines } from "../../lib/journal/journal-tail.ts";
import type { RunEnd, RunEvent } from "../record/run-events.ts";

/**
 * How far a run is according to its own journal, whether or not a host is alive: `planned` (nothing written), `open` (the
 * agent works, or has stopped and is not sealed yet), `interrupted` with no attempt since, `sealed`, `graded`, `ended`.
 */
export type RunStage = "planned" | "open" | "interrupted" | "sealed" | "graded" | "ended";

/** The sum of a run's events. Events of an attempt count until the next attempt is opened. */
export interface RunProgress {
  stage: RunStage;
  /** The number in the last `opened`; 0 before the first, and when only the end of the journal was read. */
  attempt: number;
  /** When the last attempt was opened, and when the last event was written, in milliseconds since 1970. */
  openedAt: number | null;
  lastAt: number | null;
  /** How long the agent worked; null until it has stopped. */
  elapsedMs: number | null;
  /** Processor time and the largest use of memory so far; null when unknown. */
  cpuMs: number | null;
  peakMemoryBytes: number | null;
  candidates: number;
  /** Whether there is a candidate or a sealed submission. */
  submission: boolean;
  end: RunEnd | null;
  reason: string | null;
  valid: boolean | null;
  score: number | null;
  medal: Medal | null;
}

export function noProgress(): RunProgress {
  return {
    stage: "planned",
    attempt: 0,
    openedAt: null,
    lastAt: null,
    elapsedMs: null,
    cpuMs: null,
    peakMemoryBytes: null,
    candidates: 0,
    submission: false,
    end: null,
    reason: null,
    valid: null,
    score: null,
    medal: null,
  };
}

/** Adds one event. */
export function addRunEvent(progress: RunProgress, line: JournalLine<RunEvent>): void {
  progress.lastAt = Date.parse(line.time);
  switch (line.type) {
    case "opened":
      Object.assign(progress, noProgress(), {
        stage: "open",
        attempt: line.attempt,
        openedAt: progress.lastAt,
        lastAt: progress.lastAt,
      });
      break;
    case "continued":
      // The time without a host does not count.
      progress.openedAt = progress.lastAt - line.elapsedMs;
      // The host before may have ended because a model's provider failed.
      Object.assign(progress, { stage: "open", end: null, reason: null });
      break;
    case "usage":
      progress.cpuMs = largest(progress.cpuMs, line.cpuMs);
      progress.peakMemoryBytes = largest(progress.peakMemoryBytes, line.memoryBytes);
      break;
    case "candidate":
      progress.candidates += 1;
      progress.submission = true;
      break;
    case "interrupted":
      progress.stage = "interrupted";
      progress.attempt = line.attempt;
      progress.candidates = 0;
      progress.submission = false;
      progress.reason = line.reason;
      break;
    case "stopped":
      progress.elapsedMs = line.elapsedMs;
      progress.cpuMs = largest(progress.cpuMs, line.cpuMs);
      progress.peakMemoryBytes = largest(progress.peakMemoryBytes, line.peakMemoryBytes);
      progress.reason = line.reason;
      break;
    case "sealed":
      progress.stage = "sealed";
      progress.submission = line.submission !== null || line.tooLarge !== undefined;
      break;
    case "graded":
      progress.stage = "graded";
      progress.valid = line.valid;
      progress.score = line.score;
      progress.medal = line.medal;
      break;
    case "ended":
      progress.stage = "ended";
      progress.end = line.end;
      progress.reason = line.reason;
      break;
    case "resumed":
      progress.stage = progress.end === "ungraded" ? "sealed" : "open";
      progress.end = null;
      break;
  }
}

/** The larger of two values that may be unknown. */
function largest(known: number | null, value: number | null | undefined): number | null {
  return value === null || value === undefined ? known : Math.max(known ?? 0, value);
}

const endsTheWork = new Set<RunEvent["type"]>(["opened", "interrupted", "stopped"]);

/** The progress according to the end of a journal: complete for a run that has ended, except for when it was opened. */
export function readRunEnd(journal: string): RunProgress {
  const progress = noProgress();
  for (const line of readLastLines<RunEvent>(journal, ({ type }) => endsTheWork.has(type))) addRunEvent(progress, line);
  return progress;
}
