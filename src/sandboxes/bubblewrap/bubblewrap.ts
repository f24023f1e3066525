import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import type { SandboxProvider } from "../../contracts/sandbox.ts";
import { SandboxUnavailable } from "../../lib/errors.ts";
import { makeControlGroup } from "../control-group/control-group.ts";
import { reapGroups } from "../control-group/removal.ts";
import { createSandbox, homePaths } from "../shared/create-sandbox.ts";
import { enforcementOf, limitedCommand } from "../shared/limited-command.ts";
import { ownerMark, ownerVariable } from "../shared/owner.ts";
import { descendants, signalProcess } from "../shared/process-tree.ts";
import { reapProcesses } from "../shared/reap-processes.ts";
import { refuseInternal } from "../shared/refuse-internal.ts";
import { spawnCommand } from "../shared/spawn-command.ts";
import { usageOfProcesses } from "../shared/usage-meter.ts";
import { makeWorkspace } from "../shared/workspace.ts";
import { bubblewrapArguments, environmentArguments } from "./arguments.ts";
import { dropRoot } from "./drop-root.ts";
import { graphicsDevices } from "./graphics-devices.ts";

const run = promisify(execFile);
const launcherEnvironment = { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" };

/** Linux namespaces by way of `bwrap`: own users, files, processes, network; only what is named is there. */
export const bubblewrapSandboxes = (): SandboxProvider => ({
  name: "bubblewrap",
  unavailable: async () => {
    if (process.platform !== "linux") return "Bubblewrap needs Linux.";
    try {
      await run("bwrap", ["--unshare-user", "--unshare-pid", "--ro-bind", "/", "/", "true"], {
        env: launcherEnvironment,
      });
      return null;
    } catch (error) {
      if (String(error).includes("ENOENT")) return "The program bwrap is missing: install the package bubblewrap.";
      return `bwrap cannot make namespaces here: ${error instanceof Error ? error.message.trim() : error}`;
    }
  },
  // Everything inside dies with us; between our end and bwrap's first steps there is a moment when it would not.
  reap: async () => reapProcesses() + (await reapGroups()),
  open: async (spec) => {
    refuseInternal("bubblewrap", spec);
    const devices = graphicsDevices(spec.gpus ?? []);
    const version = (await run("bwrap", ["--version"]).catch(unavailable)).stdout.trim();
    const help = (await run("bwrap", ["--help"])).stdout;
    const workspace = await makeWorkspace(spec);
    const group = makeControlGroup(randomUUID().slice(0, 8), spec.limits);
    const counted = group === null ? null : group.usage();
    const groupTells = counted !== null && !Object.values(counted).includes(null);
    const notes = [
      version,
      `user ${workspace.user} of the host`,
      ...(spec.gpus?.length ? [`graphics cards ${spec.gpus.join(", ")}`] : []),
    ];
    const record = {
      sandbox: "bubblewrap",
      isolation: "namespaces",
      network: spec.network,
      limits: spec.limits,
      enforcement: enforcementOf(spec.limits, group),
      notes,
    } as const;

    return createSandbox({
      spec,
      workspace,
      record,
      paths: homePaths,
      temporary: "/tmp",
      ...(groupTells ? { usage: () => group!.usage() } : {}),
      launch: async (command, { directory, environment, onOutput }) => {
        const killsBefore = group?.memoryKills() ?? 0;
        const { prelude, places } = dropRoot(workspace, spec.readOnly ?? {});
        const bubblewrap = bubblewrapArguments(spec, places, { directory, help, devices });
        // The inner shell answers 126 and 127 where bwrap itself would fail.
        const inside = ["/bin/sh", "-c", 'exec "$@"', "sh", ...command];
        const line = limitedCommand([...prelude, "bwrap", ...bubblewrap, "--", ...inside], spec.limits, group);
        const launcher = { ...launcherEnvironment, [ownerVariable]: ownerMark() };
        const { pid, ended } = await spawnCommand(line, {
          environment: launcher,
          onOutput,
          secretInput: environmentArguments(environment),
        });
        let killed = false;
        return {
          ended: ended.then(({ exitCode, status }) => {
            const outOfMemory = (group?.memoryKills() ?? 0) > killsBefore;
            if (!status.includes('"exit-code"') && !killed && !outOfMemory) {
              throw new SandboxUnavailable(`bwrap did not start the command of ${spec.name} (exit code ${exitCode}).`);
            }
            return { exitCode, outOfMemory };
          }),
          signal: (name) => {
            for (const entry of descendants(pid)) if (entry.name !== "bwrap") signalProcess(entry.pid, name);
          },
          // Only what runs inside is asked to end: bwrap would take everything down at once.
          terminate: () => {
            for (const entry of descendants(pid)) if (entry.name !== "bwrap") signalProcess(entry.pid, "SIGTERM");
          },
          kill: () => {
            killed = true;
            const inner = descendants(pid);
            signalProcess(-pid, "SIGKILL");
            for (const entry of inner) signalProcess(entry.pid, "SIGKILL");
          },
          ...(groupTells ? {} : { usage: async (cpuOnly: boolean) => usageOfProcesses(descendants(pid), cpuOnly) }),
        };
      },
      close: async () => await group?.remove(),
    });
  },
});

function unavailable(error: unknown): never {
  throw new SandboxUnavailable("The program bwrap is missing: install the package bubblewrap.", { cause: error });
}
