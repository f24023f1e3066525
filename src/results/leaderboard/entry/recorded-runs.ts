import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SandboxRecord } from "../../../contracts/sandbox.ts";
import { hasCode } from "../../../lib/error-code.ts";
import { readJournal } from "../../../lib/journal/read-journal.ts";
import type { CallRecord } from "../../../models/ledger/call-record.ts";
import type { RunEvent } from "../../../runs/record/run-events.ts";
import { type RunRecord, runFiles } from "../../../runs/record/run-folder.ts";
import { readAttemptCalls } from "../../../runs/state/attempt-calls.ts";
import type { IndexedRun } from "../../../runs/state/read-group-index.ts";

/** What the files of a run say about how it was made, in all of its attempts. */
export interface RecordedRun {
  readonly competitionId: string;
  /** Null before it was started. */
  readonly record: RunRecord | null;
  /** One for each time that its sandbox was opened. */
  readonly sandboxes: readonly SandboxRecord[];
  /** Attempts that were cut off, or failed because of the harness. */
  readonly interrupted: number;
  /** Answers of the validation to the agent's questions. */
  readonly validations: readonly { readonly valid: boolean | null }[];
  /** Scores of rehearsals that the agent asked for. */
  readonly rehearsals: number;
  readonly calls: readonly CallRecord[];
}

export function readRecordedRun({ competitionId, folder }: IndexedRun): RecordedRun {
  const events = readJournal<RunEvent>(join(folder, runFiles.events));
  return {
    competitionId,
    record: readRecord(folder),
    sandboxes: events.flatMap((event) =>
      event.type === "opened" || event.type === "continued" ? [event.sandbox] : [],
    ),
    interrupted: events.filter(({ type }) => type === "interrupted").length,
    validations: events.filter((event) => event.type === "validation"),
    rehearsals: events.filter(({ type }) => type === "rehearsal").length,
    calls: readAttemptCalls(folder).flatMap(({ call }) => (call.repeats === undefined ? [call] : [])),
  };
}

function readRecord(folder: string): RunRecord | null {
  try {
    return JSON.parse(readFileSync(join(folder, runFiles.record), "utf8"));
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR") || error instanceof SyntaxError) return null;
    throw error;
  }
}
