import { randomUUID } from "node:crypto";
import path from "node:path";
import type { SandboxProvider } from "../../contracts/sandbox.ts";
import { createSandbox } from "../shared/create-sandbox.ts";
import { enforcementOf, limitedCommand } from "../shared/limited-command.ts";
import { ownerMark, ownerVariable } from "../shared/owner.ts";
import { descendants, listProcesses, processesMarked, signalProcess } from "../shared/process-tree.ts";
import { reapProcesses } from "../shared/reap-processes.ts";
import { refuseInternal } from "../shared/refuse-internal.ts";
import { spawnCommand } from "../shared/spawn-command.ts";
import { usageOfProcesses } from "../shared/usage-meter.ts";
import { makeWorkspace } from "../shared/workspace.ts";

/**
 * Ordinary processes with limits, on every system: for development, and for agents that are trusted. They see the host's
 * files and network with their user's rights; only the environment is clean. Nothing but cooperation keeps them in.
 */
export const localSandboxes = (): SandboxProvider => ({
  name: "local",
  unavailable: async () => (process.platform === "win32" ? "Process groups need Linux or macOS." : null),
  reap: async () => reapProcesses(),
  open: async (spec) => {
    refuseInternal("local", spec);
    const made = await makeWorkspace(spec);
    const root = process.getuid?.() === 0;
    const workspace = { ...made, user: process.getuid?.() ?? 0, group: process.getgid?.() ?? 0 };
    const inside = (name: string): string => path.join(workspace.folder, name);
    const enforcement = enforcementOf(spec.limits, null);
    // The kernel does not count root's processes.
    if (root && enforcement.processes !== undefined) enforcement.processes = "none";
    const notes = [
      "no isolation: the commands can reach what the user who started them can reach",
      ...(spec.network === "none" ? ["the network was to be closed, but is open"] : []),
    ];

    return createSandbox({
      spec,
      workspace,
      record: { sandbox: "local", isolation: "none", network: "open", limits: spec.limits, enforcement, notes },
      paths: {
        data: workspace.publicData,
        submission: inside("submission"),
        code: inside("code"),
        logs: inside("logs"),
      },
      temporary: inside("tmp"),
      resolve: (place) => spec.readOnly?.[place] ?? place,
      launch: async (command, { directory, environment, onOutput }) => {
        const marks = { MLEBENCH_COMMAND: randomUUID(), [ownerVariable]: ownerMark() };
        let pid = 0;
        // Those that left their parent are found by their mark.
        const members = () => {
          const strayed = new Set(processesMarked(`MLEBENCH_COMMAND=${marks.MLEBENCH_COMMAND}`));
          const all = listProcesses();
          return [...new Set([...descendants(pid, all), ...all.filter((entry) => strayed.has(entry.pid))])];
        };
        const killAll = (): void => {
          const found = members();
          signalProcess(-pid, "SIGKILL");
          for (const each of found) signalProcess(each.pid, "SIGKILL");
        };
        const spawned = await spawnCommand(limitedCommand(command, spec.limits, null), {
          directory,
          environment: { CUDA_VISIBLE_DEVICES: (spec.gpus ?? []).join(","), ...environment, ...marks },
          onOutput,
          onExit: killAll,
        });
        pid = spawned.pid;
        return {
          ended: spawned.ended.then(({ exitCode }) => ({ exitCode, outOfMemory: false })),
          signal: (name) => {
            for (const entry of members()) signalProcess(entry.pid, name);
          },
          terminate: () => signalProcess(-pid, "SIGTERM"),
          kill: killAll,
          usage: async (cpuOnly) => usageOfProcesses(members(), cpuOnly),
        };
      },
      close: async () => undefined,
    });
  },
});
