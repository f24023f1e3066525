import { join } from "node:path";
import type { Medal } from "../grade/rank-score.ts";
import type { JournalLine } from "../lib/journal/journal.ts";
import { readJournal } from "../lib/journal/read-journal.ts";
import type { CallRecord } from "../models/ledger/call-record.ts";
import type { RunEvent } from "../runs/record/run-events.ts";
import { runFiles } from "../runs/record/run-folder.ts";
import { type CallTotals, sumCalls } from "../runs/state/call-totals.ts";
import { lastAttempt } from "../runs/state/last-attempt.ts";
import { normalisedScore } from "./normalised-score.ts";
import type { GradedRun } from "./result-set.ts";
import { type TimeUse, timeUseOf } from "./time-use.ts";

/** One version of a run's submission. */
export interface SeriesPoint {
  readonly elapsedMs: number;
  /** What model calls had cost by then, in US dollars; null when unknown. */
  readonly cost: number | null;
  /** Null without a valid submission, or a finite score. */
  readonly score: number | null;
  readonly medal: Medal | null;
  /** The best score so far, and where it is between the weakest tenth of the teams and gold; null before the first. */
  readonly best: number | null;
  readonly bestNormalised: number | null;
}

/** What happened in a run's last attempt, as far as its records say. */
export interface RunSeries {
  readonly run: GradedRun;
  /** In the order of time. */
  readonly points: readonly SeriesPoint[];
  /** Scores that the agent got for its rehearsal, in the order of time. */
  readonly rehearsals: readonly { readonly elapsedMs: number; readonly score: number }[];
  /** Null when it is not known how long the agent worked. */
  readonly timeUse: TimeUse | null;
  readonly cpuMs: number | null;
  /** Null when it is not known what calls were made. */
  readonly calls: CallTotals | null;
}

/** The series of runs one after the other, so that only one is in memory. Runs that only a report knows have none. */
export function* readSeries(runs: Iterable<GradedRun>): Generator<RunSeries> {
  for (const run of runs) if (run.record !== null) yield seriesOf(run, run.record);
}

function seriesOf(run: GradedRun, record: NonNullable<GradedRun["record"]>): RunSeries {
  const { folder, workedMs, hasLedger } = record;
  const events = lastAttempt(readJournal<RunEvent>(join(folder, runFiles.events)));
  const calls = hasLedger ? readJournal<CallRecord>(join(folder, runFiles.calls)) : null;
  return {
    run,
    points: pointsOf(run, record.candidates, events, calls),
    rehearsals: events.flatMap((line) =>
      line.type === "rehearsal" && typeof line.score === "number"
        ? [{ elapsedMs: line.elapsedMs, score: line.score }]
        : [],
    ),
    timeUse: workedMs === null ? null : timeUseOf(events, calls, workedMs),
    cpuMs: events.findLast((line) => line.type === "stopped")?.cpuMs ?? null,
    calls: calls && sumCalls(calls),
  };
}

function pointsOf(
  { competitionId, report }: GradedRun,
  candidates: NonNullable<GradedRun["record"]>["candidates"],
  events: readonly JournalLine<RunEvent>[],
  calls: readonly JournalLine<CallRecord>[] | null,
): SeriesPoint[] {
  const times = new Map(events.flatMap((line) => (line.type === "candidate" ? [[line.file, line.time] as const] : [])));
  const isBetter = (one: number, other: number) => (report.is_lower_better ? one < other : one > other);
  let best: number | null = null;
  return candidates.map(({ file, elapsedMs, score, medal }) => {
    if (score !== null && (best === null || isBetter(score, best))) best = score;
    const bestNormalised = best === null ? null : normalisedScore(best, competitionId);
    return { elapsedMs, cost: costBy(times.get(file), calls), score, medal, best, bestNormalised };
  });
}

/** What the calls that had ended by a time cost together; null if one of them has no price. */
function costBy(time: string | undefined, calls: readonly JournalLine<CallRecord>[] | null): number | null {
  if (time === undefined || calls === null) return null;
  const { cost, unpriced } = sumCalls(calls.filter((call) => call.time <= time));
  return unpriced > 0 ? null : cost;
}
