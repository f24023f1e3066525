import type { Agent } from "../contracts/agent.ts";
import { didYouMean } from "../lib/did-you-mean.ts";
import { UsageError } from "../lib/errors.ts";
import type { AgentChoice } from "./agent-choice.ts";
import type { AgentKind } from "./agent-kind.ts";
import { baseline } from "./baseline/baseline-agent.ts";
import { command } from "./command/command-agent.ts";
import { container } from "./container/container-agent.ts";
import { dummy } from "./dummy/dummy-agent.ts";
import { oracle } from "./oracle-agent.ts";

/** Every built-in agent, the simplest first. */
const kinds: readonly AgentKind[] = [dummy, oracle, baseline, command, container];

export type AgentDescription = Omit<AgentKind, "create">;

/** What there is to choose from. */
export function describeAgents(): AgentDescription[] {
  return kinds.map(({ create: _, ...description }) => description);
}

/**
 * The agent of a choice, ready for any number of runs.
 *
 * @throws UsageError for an unknown name, and for settings that the agent does not have, lacks or cannot use.
 */
export async function agentFor(choice: AgentChoice): Promise<Agent> {
  const names = kinds.map(({ name }) => name);
  const kind = kinds.find(({ name }) => name === choice.name);
  if (kind === undefined) {
    const hint = didYouMean(choice.name, names);
    throw new UsageError(`There is no agent \`${choice.name}\`.${hint} There are ${names.join(", ")}.`);
  }
  for (const [setting, value] of Object.entries(choice)) {
    if (isEmpty(value) || setting === "name" || setting === "label") continue;
    if (kind.takes.includes(setting as keyof AgentChoice)) continue;
    const others = kinds.filter(({ takes }) => takes.includes(setting as keyof AgentChoice)).map(({ name }) => name);
    const whose = others.length === 0 ? "" : ` It belongs to ${others.join(" and ")}.`;
    throw new UsageError(`The agent \`${kind.name}\` has no setting \`${setting}\`.${whose}`);
  }
  return await kind.create(choice);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || (typeof value === "object" && value !== null && Object.keys(value).length === 0);
}
