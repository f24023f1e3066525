import type { JournalLine } from "../lib/journal/journal.ts";
import type { CallRecord } from "../models/ledger/call-record.ts";
import type { RunEvent } from "../runs/record/run-events.ts";

/** What an agent's time went into, in milliseconds. Null where the records do not say. */
export interface TimeUse {
  /** A model was working on an answer. */
  readonly model: number | null;
  /** Calls waited for a connection, for room in a limit, or for a provider after failed tries, and no model was working. */
  readonly waiting: number | null;
  /** Tools and commands ran that a model had asked for. */
  readonly commands: number | null;
  /** The rest: programs that do not report what they do. */
  readonly other: number;
}

/** @param calls Null when it is not known what calls were made. */
export function timeUseOf(
  events: readonly JournalLine<RunEvent>[],
  calls: readonly CallRecord[] | null,
  workedMs: number,
): TimeUse {
  const commands = commandsMs(events);
  const { model, waiting } = calls === null ? { model: null, waiting: null } : callTimes(calls);
  const known = (commands ?? 0) + (model ?? 0) + (waiting ?? 0);
  return { model, waiting, commands, other: Math.max(0, workedMs - known) };
}

/** Calls at the same time count once. */
function callTimes(calls: readonly CallRecord[]): { model: number; waiting: number } {
  const spans = calls.map(({ startedAt, waitingMs, durationMs }) => {
    const answered = Date.parse(startedAt) + waitingMs;
    return { begun: answered - waitingMs, answered, end: answered + durationMs };
  });
  const model = coveredMs(spans.map(({ answered, end }) => [answered, end]));
  return { model, waiting: coveredMs(spans.map(({ begun, end }) => [begun, end])) - model };
}

/** The length of a union of intervals. */
function coveredMs(intervals: readonly (readonly [begin: number, end: number])[]): number {
  let covered = 0;
  let reached = Number.NEGATIVE_INFINITY;
  for (const [begin, end] of intervals.toSorted(([one], [other]) => one - other)) {
    covered += Math.max(0, end - Math.max(begin, reached));
    reached = Math.max(reached, end);
  }
  return covered;
}

/** From an answer that asks for tools to each result. Null for an agent that records no answers. */
function commandsMs(events: readonly JournalLine<RunEvent>[]): number | null {
  let sum: number | null = null;
  let since = 0;
  for (const line of events) {
    if (line.type !== "agent") continue;
    const { type } = line.event;
    if (type === "answer") sum ??= 0;
    if (type === "result" && sum !== null) sum += Math.max(0, line.elapsedMs - since);
    since = line.elapsedMs;
  }
  return sum;
}
