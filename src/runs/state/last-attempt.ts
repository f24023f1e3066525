import type { JournalLine } from "../../lib/journal/journal.ts";
import type { RunEvent } from "../record/run-events.ts";

/** The events since the last sandbox was opened. */
export function lastAttempt(events: readonly JournalLine<RunEvent>[]): readonly JournalLine<RunEvent>[] {
  const opened = events.findLastIndex(({ type }) => type === "opened");
  return events.slice(Math.max(0, opened));
}
