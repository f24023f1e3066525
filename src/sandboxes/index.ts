import type { SandboxKind, SandboxProvider, SandboxTraits } from "../contracts/sandbox-kind.ts";
import { didYouMean } from "../lib/did-you-mean.ts";
import { SandboxUnavailable, UsageError } from "../lib/errors.ts";
import { bubblewrap } from "./bubblewrap/kind.ts";
import { docker } from "./docker/kind.ts";
import { local } from "./local/kind.ts";

/** Every kind of sandbox, the ones to prefer first. Their code is loaded when one is created. */
export const sandboxKinds: readonly SandboxKind[] = [bubblewrap, docker, local];

/** @throws UsageError for an unknown name. */
export function sandboxKind(name: string): SandboxKind {
  const kind = sandboxKinds.find((one) => one.name === name);
  if (kind !== undefined) return kind;
  const names = sandboxKinds.map((one) => one.name);
  throw new UsageError(`There is no sandbox \`${name}\`.${didYouMean(name, names)} There are ${names.join(", ")}.`);
}

/** The names of the kinds with certain traits. */
export function sandboxNamesWhere(holds: (traits: SandboxTraits) => boolean): string[] {
  return sandboxKinds.filter((kind) => holds(kind.traits())).map(({ name }) => name);
}

/** The first kind that needs no image and works here, and why the ones before it do not. */
export async function defaultSandbox(): Promise<{ provider: SandboxProvider; insteadBecause: string | null }> {
  const reasons: string[] = [];
  for (const kind of sandboxKinds.filter((one) => !one.traits().takesImage)) {
    const provider = await kind.create();
    const reason = await provider.unavailable();
    if (reason === null) return { provider, insteadBecause: reasons.length === 0 ? null : reasons.join(" ") };
    reasons.push(reason);
  }
  throw new SandboxUnavailable(`No sandbox works here: ${reasons.join(" ")}`);
}
