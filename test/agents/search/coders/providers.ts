import type { SandboxProvider } from "../../../../src/contracts/sandbox-kind.ts";
import { bubblewrapSandboxes } from "../../../../src/sandboxes/bubblewrap/bubblewrap.ts";
import { localSandboxes } from "../../../../src/sandboxes/local/local.ts";
import { hasBubblewrap } from "../../../support/bubblewrap.ts";

/** The sandboxes that need no container engine, as far as they work here. */
export const providers: readonly (readonly [name: string, provider: SandboxProvider])[] = [
  ["local", localSandboxes()],
  ...(hasBubblewrap ? [["bubblewrap", bubblewrapSandboxes()] as const] : []),
];
