import { UsageError } from "../lib/errors.ts";
import { firstSet } from "./environment.ts";
import type { ProviderKind, ProviderOptions } from "./provider-kind.ts";

type Keyed = Pick<ProviderKind, "title" | "keyVariables">;

/** A sentence about the key that is missing; null when one is set. */
export function missingKey({ keyVariables }: Keyed, { environment }: ProviderOptions): string | null {
  return firstSet(environment, keyVariables) === null ? `${keyVariables[0]} is not set.` : null;
}

/** @throws UsageError when no key is set. */
export function keyOf(kind: Keyed, options: ProviderOptions): string {
  requireNothing(missingKey(kind, options), kind);
  return firstSet(options.environment, kind.keyVariables)!;
}

/** @throws UsageError when something is missing. */
export function requireNothing(missing: string | null, { title }: Pick<ProviderKind, "title">): void {
  if (missing === null) return;
  throw new UsageError(`${missing} ${title} needs it: set it in the environment or in a file .env.`);
}

/**
 * Where a provider is: by setting, by variable, or at its usual address. People write the address with and without the
 * version at its end.
 */
export function baseUrlOf(
  { baseUrlVariables }: Pick<ProviderKind, "baseUrlVariables">,
  { environment, settings }: ProviderOptions,
  usual: { readonly url: string; readonly version: string },
): string {
  const url = (settings.baseUrl ?? firstSet(environment, baseUrlVariables) ?? usual.url).replace(/\/+$/, "");
  return /\/v\d[^/]*$/.test(url) ? url : `${url}/${usual.version}`;
}
