import { join } from "node:path";
import type { Sandbox, SandboxSpec } from "../../contracts/sandbox.ts";
import { insidePaths, insidePort } from "./inside-paths.ts";
import type { Validation } from "./start-validation.ts";

/** What decides how a sandbox reaches the validation. */
export interface SandboxSetting {
  /** The provider's name. */
  readonly sandbox: string;
  readonly network: SandboxSpec["network"];
  /** Further settings of a container, see `AgentNeeds`. */
  readonly hostConfig?: Readonly<Record<string, unknown>> | undefined;
}

/** What to merge into a sandbox's specification, and how to start commands in it. */
export interface ValidationAccess {
  readonly readOnly: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string>>;
  /** The command line that opens the way to the validation, then becomes the command: what it is and how it ends stay the same. */
  wrap(command: readonly string[]): readonly string[];
}

/** Whether a port inside is a port of the host: then runs would take each other's, and a port of the host's is used. */
export function sharesHostNetwork({ sandbox, network, hostConfig }: SandboxSetting): boolean {
  if (sandbox === "local") return true;
  return (sandbox === "bubblewrap" && network === "open") || hostConfig?.NetworkMode === "host";
}

/**
 * The way from a sandbox to the validation. The socket is mounted; a forwarder inside brings it to
 * `http://localhost:5000`, where upstream's agents expect it, without any network. `validate_submission.sh` needs neither.
 */
export function validationAccess(validation: Validation, setting: SandboxSetting): ValidationAccess {
  const shared = sharesHostNetwork(setting);
  const base = shared ? validation.url : `http://localhost:${insidePort}`;
  const address: Record<string, string> = base === null ? {} : { VALIDATE_URL: `${base}/validate` };
  const script = join(validation.tools, "validate_submission.sh");
  if (setting.sandbox === "local") {
    const environment = { ...address, VALIDATE_SOCKET: validation.socket, VALIDATE_SCRIPT: script };
    return { readOnly: {}, environment, wrap: (command) => command };
  }
  // Without a network there are no names either; many programs look localhost up.
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

/** The same sandbox for an agent that runs commands by itself: each one finds the way to the validation open. */
export function connectSandbox(sandbox: Sandbox, { wrap }: ValidationAccess): Sandbox {
  return {
    ...sandbox,
    run: (command, options) => sandbox.run(command.length === 0 ? command : wrap(command), options),
  };
}
