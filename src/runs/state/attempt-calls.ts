import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readJournal } from "../../lib/journal/read-journal.ts";
import type { CallRecord } from "../../models/ledger/call-record.ts";
import { interruptedCalls } from "../../models/ledger/ledger.ts";
import { runFiles } from "../record/run-folder.ts";

/** A model call, and the attempt that made it. */
export interface AttemptCall {
  readonly attempt: number;
  readonly call: CallRecord;
}

/**
 * The model calls of a run in all of its attempts, with those that a killed host has left under way.
 *
 * @param last The number of the last attempt. Default: the one after those that were set aside.
 */
export function readAttemptCalls(runFolder: string, last?: number | null): AttemptCall[] {
  const aside = join(runFolder, runFiles.attempts);
  const earlier = existsSync(aside)
    ? readdirSync(aside)
        .map(Number)
        .sort((one, other) => one - other)
    : [];
  const callsOf = (folder: string, attempt: number): AttemptCall[] =>
    readJournal<CallRecord>(join(folder, runFiles.calls)).map((call) => ({ attempt, call }));
  const current = last ?? (earlier.at(-1) ?? 0) + 1;
  return [
    ...earlier.flatMap((attempt) => callsOf(join(aside, String(attempt)), attempt)),
    ...callsOf(runFolder, current),
    ...interruptedCalls(runFolder).map((call): AttemptCall => ({ attempt: current, call: { type: "call", ...call } })),
  ];
}
