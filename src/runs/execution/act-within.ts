import type { Agent, AgentEnd, AgentTask } from "../../contracts/agent.ts";
import { pause } from "../../lib/pause.ts";
import { LimitReached } from "../../models/calls/limit-reached.ts";
import { pauseWorking } from "./pause-working.ts";

/**
 * Why the harness ended an agent: the user stopped the run, the group's budget is used up, the run's time is, a limit on model
 * calls is, or the harness failed at something beside it.
 */
export type Ending = "stopped" | "budget" | "time" | "limit" | "failed";

/**
 * Lets an agent act until it returns. Its signal is aborted when `stop` is, and when its time is up. Code in this process
 * cannot be killed: an agent that has not returned after five times its grace is left behind.
 *
 * @param waitedMs Time that does not count as the run's.
 */
export async function actWithin(
  agent: Agent,
  task: Omit<AgentTask, "signal">,
  stop: AbortSignal,
  waitedMs: () => number,
): Promise<{ readonly end: AgentEnd; readonly ending: Ending | null }> {
  const ending = new AbortController();
  const returned = new AbortController();
  const endIt = (why: Ending): void => ending.abort(why);
  if (stop.aborted) endIt(stop.reason);
  else stop.addEventListener("abort", () => endIt(stop.reason), { signal: returned.signal });
  void pauseWorking(task.limits.wallClockMs, waitedMs, returned.signal).then((isUp) => isUp && endIt("time"));
  const leftBehind = new Promise<AgentEnd>((resolve) => {
    const wait = async (): Promise<void> => {
      if (!(await pause(5 * task.graceMs, returned.signal))) return;
      resolve(cancelled);
    };
    if (ending.signal.aborted) void wait();
    else ending.signal.addEventListener("abort", () => void wait(), { once: true });
  });
  try {
    const acting = agent.act({ ...task, signal: ending.signal }).catch((error: unknown) => {
      // An agent need not handle the refusal of a call: the run ends because of the limit.
      if (error instanceof LimitReached) return cancelled;
      throw error;
    });
    const end = await Promise.race([acting, leftBehind]);
    return { end, ending: (ending.signal.reason as Ending | undefined) ?? null };
  } finally {
    returned.abort();
  }
}

const cancelled: AgentEnd = { exitCode: null, timedOut: false, cancelled: true, exceeded: null };
