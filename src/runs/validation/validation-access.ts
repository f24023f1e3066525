import { join } from "node:path";
import type { Network } from "../../contracts/sandbox.ts";
import type { SandboxTraits } from "../../contracts/sandbox-kind.ts";
import { insidePaths, insidePort } from "../inside/inside-paths.ts";
import type { Validation } from "./start-validation.ts";

/** What decides how a sandbox reaches the validation. */
export interface SandboxSetting {
  readonly traits: Pick<SandboxTraits, "ownFileSystem" | "sharesHostNetworkOn">;
  readonly network: Network;
}

/** What to merge into a sandbox's specification, and how to start commands in it. */
interface ValidationAccess {
  readonly readOnly: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string>>;
  /** The command line that connects the validation, then becomes the command. The command's end is unchanged. */
  wrap(command: readonly string[]): readonly string[];
}

/** Whether a port inside is a port of the host. Runs would take each other's, so one that is free is used. */
export function sharesHostNetwork({ traits, network }: SandboxSetting): boolean {
  return traits.sharesHostNetworkOn.includes(network);
}

/**
 * Connects a sandbox to the validation. Its socket is mounted, and a forwarder inside serves it at `http://localhost:5000`,
 * where upstream's agents expect it, without any network. `validate_submission.sh` needs neither port nor network.
 */
export function validationAccess(validation: Validation, setting: SandboxSetting): ValidationAccess {
  const shared = sharesHostNetwork(setting);
  const base = shared ? validation.url : `http://localhost:${insidePort}`;
  const address: Record<string, string> = base === null ? {} : { VALIDATE_URL: `${base}/validate` };
  const script = join(validation.tools, "validate_submission.sh");
  if (!setting.traits.ownFileSystem) {
    const environment = { ...address, VALIDATE_SOCKET: validation.socket, VALIDATE_SCRIPT: script };
    return { readOnly: {}, environment, wrap: (command) => command };
  }
  // Without a network nothing resolves `localhost`, which many programs look up.
  const isAlone = setting.network === "none" && !shared;
  const hosts = isAlone ? { [insidePaths.hosts]: join(validation.tools, "hosts") } : {};
  return {
    readOnly: {
      [insidePaths.socket]: validation.socket,
      [insidePaths.tools]: validation.tools,
      [insidePaths.node]: process.execPath,
      [insidePaths.script]: script,
      ...hosts,
    },
    environment: { ...address, VALIDATE_SOCKET: insidePaths.socket, VALIDATE_SCRIPT: insidePaths.script },
    wrap: (command) => (shared ? command : ["/bin/sh", join(insidePaths.tools, "launch.sh"), ...command]),
  };
}
