import type { SandboxSpec } from "../../contracts/sandbox.ts";
import { UsageError } from "../../lib/errors.ts";

/** A network among sandboxes is something only containers have. */
export function refuseInternal(sandbox: string, spec: SandboxSpec): void {
  if (spec.network !== "internal") return;
  throw new UsageError(
    `The sandbox \`${sandbox}\` has no network \`internal\`: \`docker\` has, and here there are \`none\` and \`open\`.`,
  );
}
