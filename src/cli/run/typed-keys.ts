import { UsageError } from "../../lib/errors.ts";
import { providers } from "../../models/index.ts";
import type { GroupRequest } from "../../runs/execution/plan-group.ts";

/** A value shorter than this could be any text. */
const shortestKey = 8;

/**
 * A plan is recorded as it is, so it must not hold a provider's key.
 *
 * @throws UsageError that names the variable whose value was typed.
 */
export function requireNoKeys(request: GroupRequest): void {
  const texts = textsIn([request.agent, request.sandbox, request.models]);
  for (const name of providers.flatMap(({ keyVariables }) => keyVariables)) {
    const key = process.env[name]?.trim() ?? "";
    if (key.length < shortestKey || !texts.some((text) => text.includes(key))) continue;
    throw new UsageError(
      `The value of ${name} is in the agent's command, settings or variables, which are recorded. Leave it out: ` +
        `with --model, programs get a key of their own for it; --pass-env ${name} hands on the real one without recording it.`,
    );
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.entries(value).flat().flatMap(textsIn) : [];
}
