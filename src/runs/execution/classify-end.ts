import type { AgentEnd, AgentLimits } from "../../contracts/agent.ts";
import { formatMebibytes } from "../../lib/format-bytes.ts";
import { formatSeconds } from "../../lib/format-seconds.ts";
import type { LimitReached } from "../../models/calls/limit-reached.ts";
import type { RunEnd } from "../record/run-events.ts";
import type { Ending } from "./act-within.ts";

/** The exit code of a process that got SIGKILL, as shells report it. */
const killed = 137;

/**
 * What an agent's end means for the run. `memoryRanOut`: the kernel killed processes for lack of memory meanwhile. Without
 * that, a SIGKILL is taken for the agent's own: an agent could otherwise start over whenever it liked. `refused`: the limit
 * that refused it a model call, whatever it did then.
 */
export function classifyEnd(
  end: AgentEnd,
  ending: Ending | null,
  { wallClockMs, memoryMb, diskMb }: AgentLimits,
  memoryRanOut: boolean,
  refused: LimitReached | null = null,
): { readonly end: RunEnd; readonly reason: string } {
  if (refused !== null && ending !== "stopped") return { end: "limit", reason: refused.message };
  const isTimeUp = end.timedOut || (end.cancelled && ending === "time");
  if (end.cancelled && !isTimeUp) {
    return ending === "budget"
      ? { end: "limit", reason: "The run group's budget ran out." }
      : { end: "cancelled", reason: "It was stopped." };
  }
  const limit = (reason: string) => ({ end: "limit", reason }) as const;
  if (end.limit !== undefined) return limit(end.limit);
  const exceeded = end.exceeded ?? (isTimeUp ? "wallClockMs" : null);
  if (exceeded === "wallClockMs") return limit(`It reached its time limit of ${formatSeconds(wallClockMs / 1000)}.`);
  if (exceeded === "memoryMb") return limit(`It exceeded its memory limit of ${formatMebibytes(memoryMb!)}.`);
  if (exceeded === "diskMb") return limit(`It exceeded its disk limit of ${formatMebibytes(diskMb!)}.`);
  if (end.exitCode === 0) return { end: "finished", reason: "It exited with code 0." };
  if (end.exitCode === killed && memoryRanOut) {
    return { end: "infrastructure-error", reason: "Its process was killed while the host ran out of memory." };
  }
  if (end.exitCode === killed) {
    return { end: "agent-error", reason: "It exited with code 137 (SIGKILL), not because of one of its limits." };
  }
  return { end: "agent-error", reason: `It exited with code ${end.exitCode}.` };
}
