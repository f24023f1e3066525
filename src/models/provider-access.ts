import { UsageError } from "../lib/errors.ts";
import { firstSet } from "./environment.ts";
import type { ProviderKind, ProviderOptions } from "./provider-kind.ts";

type Keyed = Pick<ProviderKind, "title" | "keyVariables">;

/** A sentence about the key that is missing; null when one is set. */
export function missingKey({ title, keyVariables }: Keyed, { environment }: ProviderOptions): string | null {
  if (firstSet(environment, keyVariables) !== null) return null;
  const names = keyVariables.join(" or ");
  return `${title} needs a key: set ${names} in the environment or in a file .env.`;
}

/** @throws UsageError when no key is set. */
export function keyOf(kind: Keyed, options: ProviderOptions): string {
  const missing = missingKey(kind, options);
  if (missing !== null) throw new UsageError(missing);
  return firstSet(options.environment, kind.keyVariables)!;
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
