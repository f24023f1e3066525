import { posix } from "node:path";
import type { AgentEnd, AgentTask } from "../../contracts/agent.ts";
import { UsageError } from "../../lib/errors.ts";
import type { CodingEvent } from "./coding-events.ts";
import { runCodingSession } from "./coding-session.ts";
import { compareCosts } from "./compare-costs.ts";
import type { CodingAgentDescription } from "./description.ts";

/** Lets a coding agent work on the run's task. */
export async function runCodingAgent(description: CodingAgentDescription, task: AgentTask): Promise<AgentEnd> {
  const { paths } = task.sandbox;
  const record = (event: CodingEvent): void => recordEvent(task, event);
  const { ownCost, ...end } = await runCodingSession(description, task, {
    model: modelOf(task),
    prompt: null,
    directory: paths.code,
    // Among the logs, so that the agent's own records of its work are kept.
    home: posix.join(paths.logs, "home"),
    program: null,
    onEvent: record,
    onOutput: task.onOutput,
  });
  const note = compareCosts(ownCost, task.spent?.());
  if (note !== null) record({ type: "note", text: note });
  return end;
}

/** @param role Which of the run's models; the main one without a role. @throws UsageError when the run has none. */
export function modelOf({ model }: Pick<AgentTask, "model">, role?: string): string {
  if (model !== undefined) return role === undefined ? model.name : model.forRole(role).name;
  throw new UsageError("A coding agent needs a model: name one with --model PROVIDER/MODEL.");
}

function recordEvent(task: AgentTask, event: CodingEvent): void {
  if (task.signal.aborted) return;
  try {
    task.record(event);
  } catch {
    // The run ends with this failure. Output goes on arriving until then.
  }
}
