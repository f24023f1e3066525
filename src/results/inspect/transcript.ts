import { join } from "node:path";
import type { JournalLine } from "../../lib/journal/journal.ts";
import { plainText } from "../../lib/plain-text.ts";
import type { RunEvent } from "../../runs/record/run-events.ts";
import { runFiles } from "../../runs/record/run-folder.ts";
import { readEnd } from "../../runs/state/last-output.ts";
import { readGrade } from "../../runs/state/read-grade.ts";
import { journalEvents } from "./journal-events.ts";
import type { InspectEvent, InspectSample } from "./log-types.ts";
import { scorerName } from "./report-score.ts";
import type { RecordedRun } from "./run-sample.ts";
import { SpanWriter } from "./span-writer.ts";
import type { TimedEvent } from "./timed-event.ts";

/** How much of an agent's log goes into its transcript: the end of it. */
const outputBytes = 1 << 16;

/** The events of a run's last attempt in the order in which they happened, within the spans that Inspect's viewer expects. */
export function transcriptOf(
  run: RecordedRun,
  sample: Omit<InspectSample, "events">,
  lines: readonly JournalLine<RunEvent>[],
  conversation: readonly TimedEvent[],
): InspectEvent[] {
  const [from, to] = [Date.parse(lines[0]!.time), Date.parse(lines.at(-1)!.time)];
  const stopped = lines.findLast(({ type }) => type === "stopped");
  const until = stopped === undefined ? to : Date.parse(stopped.time);
  const spans = new SpanWriter(sample.uuid, from);
  const { id, input, target, sandbox, limit, error, scores } = sample;
  const start = { at: from, event: "sample_init", sample: { id, input, target, sandbox }, state: {} } as const;
  spans.write({ type: "init", name: "init", from, to: from, content: [start] });
  const grade = run.graded === null ? null : readGrade(run.folder);
  const work = [...conversation, ...journalEvents(lines, grade), ...outputEvents(run.folder, until)];
  const agent = {
    type: "agent",
    name: run.label,
    from,
    to: until,
    content: work.sort((one, other) => one.at - other.at),
  };
  const ends: TimedEvent[] = [
    ...(limit === undefined
      ? []
      : [{ at: until, event: "sample_limit", ...limit, message: sample.metadata.reason } as const]),
    ...(error === undefined ? [] : [{ at: until, event: "error", error } as const]),
  ];
  spans.write({ type: "solvers", name: "solvers", from, to: until, content: [agent, ...ends] });
  for (const [scorer, score] of Object.entries(scores ?? {})) {
    const event = { at: to, event: "score", scorer, target, intermediate: false, score } as const;
    const inner = { type: "scorer", name: scorer, from: to, to, content: [event] };
    spans.write({ type: "scorers", name: "scorers", from: to, to, content: [inner] });
  }
  return spans.events;
}

/** The end of what the agent printed. */
function outputEvents(folder: string, at: number): TimedEvent[] {
  const text = plainText(readEnd(join(folder, runFiles.output), outputBytes)).trim();
  return text === "" ? [] : [{ at, event: "info", source: scorerName, data: { type: "output", end_of_log: text } }];
}
