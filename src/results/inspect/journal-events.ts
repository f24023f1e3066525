import type { JournalLine } from "../../lib/journal/journal.ts";
import type { RunEvent } from "../../runs/record/run-events.ts";
import type { RunGrade } from "../../runs/state/read-grade.ts";
import { scorerName } from "./report-score.ts";
import type { TimedEvent } from "./timed-event.ts";

/** What happened in a run beside its conversation: its candidates with their scores, validations, warnings, remarks. */
export function journalEvents(lines: readonly JournalLine<RunEvent>[], grade: RunGrade | null): TimedEvent[] {
  return lines.flatMap((line): TimedEvent[] => {
    const at = Date.parse(line.time);
    if (line.type === "candidate") return [candidateEvent(at, line.file, line.bytes, grade)];
    const told = infoOf(line);
    return told === null ? [] : [{ at, event: "info", source: scorerName, data: told }];
  });
}

/** Graded candidates are scores on the way; one that was not graded is only mentioned. */
function candidateEvent(at: number, file: string, bytes: number, grade: RunGrade | null): TimedEvent {
  const graded = grade?.candidates.find((candidate) => candidate.file === file);
  if (graded === undefined || graded.valid === null) {
    return { at, event: "info", source: scorerName, data: { type: "candidate", file, bytes } };
  }
  const { score, valid, medal } = graded;
  const value = { any_medal: medal !== null, valid_submission: valid, score };
  const answer = medal ?? (valid ? "no medal" : "not valid");
  return {
    at,
    event: "score",
    scorer: scorerName,
    intermediate: true,
    score: { value, answer, metadata: { file, bytes, sha256: graded.sha256 }, history: [] },
  };
}

/** Null for events that the rest of the log says already, and for samples of usage, of which there may be thousands. */
function infoOf(line: JournalLine<RunEvent>): Record<string, unknown> | null {
  switch (line.type) {
    case "validation":
      return { type: line.type, valid: line.valid, answer: line.answer };
    case "rehearsal":
      return { type: line.type, score: line.score, answer: line.answer };
    case "warned":
      return { type: line.type, seconds_left: line.leftMs / 1000 };
    case "continued":
      return { type: line.type, seconds_worked: line.elapsedMs / 1000 };
    case "agent":
      return line.event.type === "note" || line.event.type === "error" || line.event.type === "compacted"
        ? { ...line.event }
        : null;
    case "stopped":
      return { type: line.type, end: line.end, reason: line.reason, exit_code: line.exitCode };
    default:
      return null;
  }
}
