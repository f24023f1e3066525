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

/** Whether a sandbox keeps agents from the host's files. Kinds that this version does not know count as if they did. */
export function isIsolated(name: string): boolean {
  return sandboxKinds.find((kind) => kind.name === name)?.traits().isolation !== "none";
}

/**
 * The first kind that isolates, needs no image and works here.
 *
 * @throws SandboxUnavailable when there is none, with how to get one: isolation is given up only on request.
 */
export async function defaultSandbox(): Promise<SandboxProvider> {
  const reasons: string[] = [];
  for (const kind of sandboxKinds.filter(({ name, traits }) => isIsolated(name) && !traits().takesImage)) {
    const provider = await kind.create();
    const reason = await provider.unavailable();
    if (reason === null) return provider;
    reasons.push(reason);
  }
  throw new SandboxUnavailable([...reasons, ...waysToIsolate].join("\n"));
}

const waysToIsolate = [
  "Agents need a sandbox that keeps them from the answers and the rest of this machine:",
  "  Debian, Ubuntu  apt-get install bubblewrap",
  "  Fedora          dnf install bubblewrap",
  "  Arch            pacman -S bubblewrap",
  "  macOS, others   install Docker or Podman, run `mlebench image build`, then use --sandbox docker",
  "For agents you trust, --sandbox local runs them without isolation; results are marked.",
];
