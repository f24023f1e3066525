import type { AgentEvent } from "../../contracts/agent.ts";
import type { JournalLine } from "../../lib/journal/journal.ts";
import type { RunEvent } from "../record/run-events.ts";

type Opened = Extract<RunEvent, { type: "opened" }>;
type Candidate = Extract<RunEvent, { type: "candidate" }>;
export type GivenScore = Pick<Extract<RunEvent, { type: "rehearsal" }>, "cut" | "score" | "sha256">;

/** What the journal holds of an attempt whose host was interrupted. */
export interface InterruptedWork {
  readonly attempt: number;
  /** Hash of `run.json`. */
  readonly record: string;
  /** How long the agent has worked, all hosts together. */
  readonly elapsedMs: number;
  readonly events: readonly AgentEvent[];
  readonly candidates: readonly Candidate[];
  /** The scores of its rehearsals that the agent has got. */
  readonly scores: readonly GivenScore[];
}

/** The attempt that was open when the last host ended; null when there is none. */
export function interruptedWork(lines: readonly JournalLine<RunEvent>[]): InterruptedWork | null {
  const index = lines.findLastIndex(({ type }) => type === "opened" || type === "interrupted" || type === "stopped");
  if (lines[index]?.type !== "opened") return null;
  const opened = lines[index] as JournalLine<Opened>;
  const since = lines.slice(index + 1);
  const continued = since.findLast((line) => line.type === "continued");
  const begun = Date.parse((continued ?? opened).time);
  const elapsedMs = (continued?.elapsedMs ?? 0) + Math.max(0, Date.parse(lines.at(-1)!.time) - begun);
  return {
    attempt: opened.attempt,
    record: opened.record,
    elapsedMs,
    events: since.flatMap((line) => (line.type === "agent" ? [line.event] : [])),
    candidates: since.filter((line) => line.type === "candidate"),
    scores: since.filter((line) => line.type === "rehearsal").filter(({ score }) => score !== null),
  };
}
