import type { AgentTask } from "../contracts/agent.ts";

/** Adds a line of the harness to the run's log. */
export function say(task: Pick<AgentTask, "onOutput">, text: string): void {
  task.onOutput(Buffer.from(`${text}\n`));
}
