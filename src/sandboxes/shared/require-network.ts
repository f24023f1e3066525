import type { SandboxSpec } from "../../contracts/sandbox.ts";
import type { SandboxKind } from "../../contracts/sandbox-kind.ts";
import { UsageError } from "../../lib/errors.ts";

/** @throws UsageError when sandboxes of a kind cannot have the network that is asked for. */
export function requireNetwork({ name, traits }: SandboxKind, { network }: SandboxSpec): void {
  const { networks } = traits();
  if (networks.includes(network)) return;
  throw new UsageError(`The sandbox \`${name}\` has no network \`${network}\`, only ${networks.join(" and ")}.`);
}
