import type { AgentTask } from "../contracts/agent.ts";

/** A line of the run's log that is ours and not the agent's. */
export function say(task: Pick<AgentTask, "onOutput">, text: string): void {
  task.onOutput(Buffer.from(`${text}\n`));
}
