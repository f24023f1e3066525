import { UsageError } from "../lib/errors.ts";
import type { AgentChoice } from "./agent-choice.ts";

/**
 * The variables of our own environment that a choice passes on, with their values.
 *
 * @throws UsageError naming those that are not set.
 */
export function passedEnvironment({ passEnvironment = [] }: Pick<AgentChoice, "passEnvironment">) {
  const missing = passEnvironment.filter((name) => process.env[name] === undefined);
  if (missing.length > 0) {
    throw new UsageError(`To be passed to the agent, but not set in the environment: ${missing.join(", ")}.`);
  }
  return Object.fromEntries(passEnvironment.map((name) => [name, process.env[name]!] as const));
}
