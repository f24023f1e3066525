import { z } from "zod";
import { UsageError } from "../lib/errors.ts";

/** The settings of agents that take environment variables. */
export const environmentSettings = {
  environment: z
    .record(z.string(), z.string())
    .default({})
    .describe("environment variables for the agent; recorded with their values (shorthand: --env)"),
  pass_environment: z
    .array(z.string())
    .default([])
    .describe("variables of your environment to pass on; only their names are recorded (shorthand: --pass-env)"),
};

/**
 * The variables that such settings give to an agent, with their values.
 *
 * @throws UsageError naming those that should be passed on but are not set.
 */
export function agentEnvironment({
  environment,
  pass_environment: passed,
}: z.infer<z.ZodObject<typeof environmentSettings>>): Record<string, string> {
  const missing = passed.filter((name) => process.env[name] === undefined);
  if (missing.length > 0) {
    throw new UsageError(`These variables are to be passed to the agent but are not set: ${missing.join(", ")}.`);
  }
  return { ...environment, ...Object.fromEntries(passed.map((name) => [name, process.env[name]!] as const)) };
}
