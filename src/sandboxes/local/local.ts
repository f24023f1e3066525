import type { SandboxLimits, SandboxRecord } from "../../contracts/sandbox.ts";
import type { SandboxProvider } from "../../contracts/sandbox-kind.ts";
import { createSandbox } from "../shared/create-sandbox.ts";
import { enforcementOf } from "../shared/enforcement.ts";
import { hostFiles } from "../shared/host-files.ts";
import { launchProcess } from "../shared/launch-process.ts";
import { limitedCommand } from "../shared/limited-command.ts";
import { reapProcesses } from "../shared/reap-processes.ts";
import { requireNetwork } from "../shared/require-network.ts";
import { sandboxPaths } from "../shared/sandbox-paths.ts";
import { makeWorkspace } from "../shared/workspace.ts";
import { local } from "./kind.ts";

const { name } = local;
const traits = local.traits();

/**
 * Ordinary processes with limits: for development, and for agents that are trusted. They see the host's files and network
 * with their user's rights; only the environment is clean. Nothing but cooperation keeps them in.
 */
export const localSandboxes = (): SandboxProvider => ({
  name,
  traits,
  unavailable: async () => (process.platform === "win32" ? "Process groups need Linux or macOS." : null),
  reap: async () => reapProcesses(),
  enforcement,
  open: async (spec) => {
    requireNetwork(local, spec);
    const made = await makeWorkspace(spec);
    const workspace = { ...made, user: process.getuid?.() ?? 0, group: process.getgid?.() ?? 0 };
    const notes = [
      "no isolation: the commands can reach what the user who started them can reach",
      ...(spec.network === "none" ? ["the network was to be closed, but is open"] : []),
    ];
    const places = { publicData: workspace.publicData, workspace: workspace.folder };

    return createSandbox({
      spec,
      files: hostFiles(workspace),
      record: {
        sandbox: name,
        isolation: traits.isolation,
        network: "open",
        limits: spec.limits,
        enforcement: enforcement(spec.limits),
        notes,
      },
      paths: sandboxPaths(traits, places),
      temporary: `${workspace.folder}/tmp`,
      resolve: (place) => spec.readOnly?.[place] ?? place,
      launch: async (command, { directory, environment, onOutput }) =>
        await launchProcess(limitedCommand(command, spec.limits, null), {
          directory,
          environment: { CUDA_VISIBLE_DEVICES: (spec.gpus ?? []).join(","), ...environment },
          onOutput,
          workspace: workspace.folder,
        }),
      close: async () => undefined,
    });
  },
});

function enforcement(limits: SandboxLimits): SandboxRecord["enforcement"] {
  return enforcementOf(limits, traits, (limit) => {
    if (limit === "memoryMb") return process.platform !== "linux";
    // The kernel does not count root's processes.
    return limit === "processes" && process.getuid?.() === 0;
  });
}
