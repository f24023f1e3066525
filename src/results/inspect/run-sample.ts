import { join } from "node:path";
import type { JournalLine } from "../../lib/journal/journal.ts";
import { readJournal } from "../../lib/journal/read-journal.ts";
import type { CallRecord } from "../../models/ledger/call-record.ts";
import { hasResult, type RunEvent } from "../../runs/record/run-events.ts";
import { runFiles } from "../../runs/record/run-folder.ts";
import type { RunEntry } from "../export/run-entry.ts";
import { notesOf } from "../run-notes.ts";
import { inspectId } from "./inspect-id.ts";
import { limitOfRun } from "./limit-of-run.ts";
import { modelOf, sandboxOf } from "./log-header.ts";
import type { InspectError, InspectSample } from "./log-types.ts";
import { reportScore, scorerName } from "./report-score.ts";
import { readConversationOf } from "./run-conversation.ts";
import { transcriptOf } from "./transcript.ts";
import { usageBy } from "./usage.ts";

/** A run as a sample of a log, in the epoch that it has there. Reads its journal, its calls and the end of its output. */
export function runSample(entry: RunEntry, epoch: number): InspectSample {
  const journal = entry.folder === null ? [] : readJournal<RunEvent>(join(entry.folder, runFiles.events));
  return entry.folder === null || journal.length === 0 || entry.plan === null
    ? reportSample(entry, epoch)
    : recordedSample({ ...entry, folder: entry.folder, plan: entry.plan }, journal, epoch);
}

/** Everything but what only a run's folder knows. */
function reportSample(entry: RunEntry, epoch: number): InspectSample {
  const { competitionId, graded, missing } = entry;
  const model = modelOf(entry.label, entry.plan);
  return {
    id: competitionId,
    epoch,
    input: taskOf(competitionId),
    target: "",
    ...sandboxOf(entry.plan),
    messages: [],
    output: { model, choices: [], completion: "" },
    ...(graded === null ? {} : { scores: { [scorerName]: reportScore(graded.report) } }),
    metadata: {
      competition_id: competitionId,
      ...(entry.seed === null ? {} : { seed: entry.seed }),
      ...(graded === null ? {} : { [scorerName]: notesOf(graded) }),
    },
    store: {},
    events: [],
    events_data: { messages: [], calls: [] },
    model_usage: {},
    role_usage: {},
    attachments: {},
    uuid: inspectId(entry.source, competitionId, epoch),
    ...(missing === null ? {} : { error: errorOf(`The run has no result: ${missing.why}.`) }),
  };
}

/** A run with a journal and the plan of its group. */
export type RecordedRun = RunEntry & { readonly folder: string; readonly plan: NonNullable<RunEntry["plan"]> };

function recordedSample(run: RecordedRun, journal: readonly JournalLine<RunEvent>[], epoch: number): InspectSample {
  const lines = journal.slice(
    Math.max(
      0,
      journal.findLastIndex(({ type }) => type === "opened"),
    ),
  );
  const calls = readJournal<CallRecord>(join(run.folder, runFiles.calls));
  const conversation = readConversationOf(run, lines);
  const plain = reportSample(run, epoch);
  const input = conversation.messages.find(({ role }) => role === "user")?.content ?? plain.input;
  const ended = lines.findLast((line) => line.type === "ended");
  const stopped = lines.findLast((line) => line.type === "stopped");
  const [from, to] = [Date.parse(lines[0]!.time), Date.parse(lines.at(-1)!.time)];
  const reason = ended?.reason ?? "";
  const error = hasResult(ended?.end ?? null) ? undefined : errorOf(reason || plain.error?.message || "");
  const limit = ended?.end === "limit" ? limitOfRun(reason, run.plan.limits) : undefined;
  const retries = journal.flatMap((line) => (line.type === "interrupted" ? [errorOf(line.reason)] : []));
  const sample = {
    ...plain,
    input,
    messages: conversation.messages,
    output: conversation.output ?? plain.output,
    metadata: { ...plain.metadata, group: run.plan.name, run: run.id, end: ended?.end ?? null, reason },
    events_data: { messages: conversation.pool, calls: [] },
    model_usage: usageBy(calls, (call) => call.model),
    role_usage: usageBy(calls, (call) => call.role),
    started_at: new Date(from).toISOString(),
    completed_at: new Date(to).toISOString(),
    total_time: (to - from) / 1000,
    ...(stopped === undefined ? {} : { working_time: stopped.elapsedMs / 1000 }),
    ...(conversation.turns === 0 ? {} : { turn_count: conversation.turns }),
    ...(limit === undefined ? {} : { limit }),
    ...(error === undefined ? {} : { error }),
    ...(retries.length === 0 ? {} : { error_retries: retries }),
  };
  return { ...sample, events: transcriptOf(run, sample, lines, conversation.events) };
}

function taskOf(competitionId: string): string {
  return `Solve the Kaggle competition ${competitionId} and write submission.csv.`;
}

function errorOf(message: string): InspectError {
  return { message, traceback: message, traceback_ansi: message };
}
