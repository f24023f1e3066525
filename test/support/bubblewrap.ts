import { bubblewrapSandboxes } from "../../src/sandboxes/bubblewrap/bubblewrap.ts";
import { cannotTest } from "./skips.ts";
import { requireProgram } from "./system-programs.ts";

/** Whether bubblewrap works here, which takes more than its program: containers often forbid namespaces. */
export const hasBubblewrap = requireProgram("bwrap", "bubblewrap") !== null && (await works());

async function works(): Promise<boolean> {
  const reason = await bubblewrapSandboxes().unavailable();
  if (reason !== null) cannotTest(reason);
  return reason === null;
}

/** Names of the sandboxes that need no container engine, as far as they work here. */
export const plainSandboxes = hasBubblewrap ? ["bubblewrap", "local"] : ["local"];
