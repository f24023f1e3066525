import type { Agent, AgentEnd, AgentTask } from "../../contracts/agent.ts";
import { pause } from "../../lib/pause.ts";

/**
 * Why the harness ended an agent: the user stopped the run, the group's budget is used up, the run's time is, or the harness
 * failed at something beside it.
 */
export type Ending = "stopped" | "budget" | "time" | "failed";

/**
 * Lets an agent act until it returns. Its signal is aborted when `stop` is, and when its time is up. Code in this process
 * cannot be killed: an agent that has not returned after five times its grace is left behind.
 */
export async function actWithin(
  agent: Agent,
  task: Omit<AgentTask, "signal">,
  stop: AbortSignal,
): Promise<{ readonly end: AgentEnd; readonly ending: Ending | null }> {
  const ending = new AbortController();
  const returned = new AbortController();
  const endIt = (why: Ending): void => ending.abort(why);
  if (stop.aborted) endIt(stop.reason);
  else stop.addEventListener("abort", () => endIt(stop.reason), { signal: returned.signal });
  void pause(task.limits.wallClockMs, returned.signal).then((isUp) => isUp && endIt("time"));
  const leftBehind = new Promise<AgentEnd>((resolve) => {
    const wait = async (): Promise<void> => {
      if (!(await pause(5 * task.graceMs, returned.signal))) return;
      resolve({ exitCode: null, timedOut: false, cancelled: true, exceeded: null });
    };
    if (ending.signal.aborted) void wait();
    else ending.signal.addEventListener("abort", () => void wait(), { once: true });
  });
  try {
    const end = await Promise.race([agent.act({ ...task, signal: ending.signal }), leftBehind]);
    return { end, ending: (ending.signal.reason as Ending | undefined) ?? null };
  } finally {
    returned.abort();
  }
}
