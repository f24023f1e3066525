import { statSync } from "node:fs";
import { join } from "node:path";
import type { JournalLine } from "../../lib/journal/journal.ts";
import { asText } from "../../models/protocols/loose-json.ts";
import type { RunEvent } from "../../runs/record/run-events.ts";
import { runFiles } from "../../runs/record/run-folder.ts";
import { type Conversation, describeConversation } from "./conversation.ts";
import { ledgerTurns } from "./ledger-turns.ts";
import { modelOf } from "./log-header.ts";
import type { InspectMessage } from "./log-types.ts";
import { MessagePool } from "./message-pool.ts";
import { type AgentLine, recordedTurns } from "./recorded-turns.ts";
import { scorerName } from "./report-score.ts";
import type { RecordedRun } from "./run-sample.ts";

/** Larger ones are left out: neither a text of ours nor Inspect's viewer can hold them. */
const largestBytes = 200 * 2 ** 20;

/**
 * What a run's agent and its models said: from the ledger or, for an agent that called models with keys of its own, from what it
 * recorded itself.
 *
 * @param lines The journal of the last attempt.
 */
export function readConversationOf(
  run: RecordedRun,
  lines: readonly JournalLine<RunEvent>[],
): Conversation & { readonly pool: readonly InspectMessage[] } {
  const pool = new MessagePool(`${run.source}/${run.id}`);
  const agentLines = lines.flatMap((line): AgentLine[] =>
    line.type === "agent" ? [{ at: Date.parse(line.time), event: line.event }] : [],
  );
  const bytes = sizeOf(join(run.folder, runFiles.bodies));
  if (bytes > largestBytes) return { ...tooLarge(Date.parse(lines[0]!.time), bytes), pool: [] };
  const turns =
    bytes > 0 ? ledgerTurns(run.folder, pool) : recordedTurns(agentLines, modelOf(run.label, run.plan), pool);
  return { ...describeConversation(turns, pool, resultsIn(agentLines)), pool: pool.messages };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function tooLarge(at: number, bytes: number): Conversation {
  const data = { type: "conversation left out", bytes, command: "mlebench calls RUN" };
  return { events: [{ at, event: "info", source: scorerName, data }], messages: [], output: null, turns: 0 };
}

function resultsIn(lines: readonly AgentLine[]) {
  const results = lines.filter(({ event }) => event.type === "result");
  return new Map(results.map(({ at, event }) => [asText(event.callId), { at, text: asText(event.text) }]));
}
