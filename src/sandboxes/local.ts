import { randomUUID } from "node:crypto";
import path from "node:path";
import type { SandboxProvider } from "../contracts.ts";
import { createSandbox } from "./create-sandbox.ts";
import { enforcementOf, limitedCommand } from "./limited-command.ts";
import { descendants, processesMarked, signalProcess } from "./process-tree.ts";
import { spawnCommand } from "./spawn-command.ts";
import { makeWorkspace } from "./workspace.ts";

/**
 * Ordinary processes with limits, on every system: for development, and for agents that are trusted. They see the host's
 * files and network with their user's rights; only the environment is clean. Nothing but cooperation keeps them in.
 */
export const localSandboxes = (): SandboxProvider => ({
  name: "local",
  unavailable: async () => (process.platform === "win32" ? "Process groups need Linux or macOS." : null),
  reap: async () => 0,
  open: async (spec) => {
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
        const mark = randomUUID();
        const killAll = (pid: number): void => {
          const found = [...descendants(pid).map((entry) => entry.pid), ...processesMarked(`MLEBENCH_COMMAND=${mark}`)];
          signalProcess(-pid, "SIGKILL");
          for (const each of found) signalProcess(each, "SIGKILL");
        };
        let pid = 0;
        const spawned = await spawnCommand(limitedCommand(command, spec.limits, null), {
          directory,
          environment: { ...environment, MLEBENCH_COMMAND: mark },
          onOutput,
          onExit: () => killAll(pid),
        });
        pid = spawned.pid;
        return {
          ended: spawned.ended.then(({ exitCode }) => ({ exitCode, outOfMemory: false })),
          signal: (name) => {
            for (const entry of descendants(pid)) signalProcess(entry.pid, name);
          },
          terminate: () => signalProcess(-pid, "SIGTERM"),
          kill: () => killAll(pid),
        };
      },
      close: async () => undefined,
    });
  },
});
