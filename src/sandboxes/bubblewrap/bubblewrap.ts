import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { homePaths } from "../../contracts/home-paths.ts";
import type { SandboxLimits, SandboxRecord, SandboxSpec } from "../../contracts/sandbox.ts";
import type { SandboxProvider } from "../../contracts/sandbox-kind.ts";
import { hasCode } from "../../lib/error-code.ts";
import { SandboxUnavailable } from "../../lib/errors.ts";
import { type ControlGroup, limitsOfGroups, makeControlGroup } from "../control-group/control-group.ts";
import { reapGroups } from "../control-group/removal.ts";
import { createSandbox } from "../shared/create-sandbox.ts";
import { deletedBytesOf } from "../shared/deleted-files.ts";
import { enforcementOf } from "../shared/enforcement.ts";
import { placesToCover } from "../shared/hidden-folders.ts";
import { hostFiles } from "../shared/host-files.ts";
import { limitedCommand } from "../shared/limited-command.ts";
import { ownerMark, ownerVariable } from "../shared/owner.ts";
import { descendants, signalProcess } from "../shared/process-tree.ts";
import { reapProcesses } from "../shared/reap-processes.ts";
import { requireNetwork } from "../shared/require-network.ts";
import { spawnCommand } from "../shared/spawn-command.ts";
import type { Launch } from "../shared/supervise-command.ts";
import { usageOfProcesses } from "../shared/usage-meter.ts";
import { makeWorkspace } from "../shared/workspace.ts";
import { bubblewrapArguments, environmentArguments, insideCommand, shownPlaces } from "./arguments.ts";
import { bubblewrapProgram, launcherEnvironment, missing } from "./bubblewrap-program.ts";
import { graphicsDevices } from "./graphics-devices.ts";
import { bubblewrap } from "./kind.ts";
import { type MountStage, mountStage } from "./mount-stage.ts";
import { type NetworkCarrier, networkCarrier } from "./network-carriers.ts";
import { networkPrelude, ownNameServer, spawnWithNetwork } from "./own-network.ts";
import { rehearsalView } from "./rehearsal-view.ts";
import { seccompFilterHere } from "./seccomp/seccomp-filter.ts";

const run = promisify(execFile);
const { name } = bubblewrap;
const traits = bubblewrap.traits();

/** @param carrier See `networkCarrier`. */
export const bubblewrapSandboxes = (carrier = networkCarrier()): SandboxProvider => ({
  name,
  traits: { ...traits, sharesHostNetworkOn: carrier === null ? ["open"] : [] },
  unavailable: async () => {
    if (process.platform !== "linux") return "Bubblewrap needs Linux.";
    try {
      await run("bwrap", ["--unshare-user", "--unshare-pid", "--ro-bind", "/", "/", "true"], {
        env: launcherEnvironment,
      });
      return null;
    } catch (error) {
      if (String(error).includes("ENOENT")) return missing;
      // Says nothing about bubblewrap.
      if (hasCode(error, "EMFILE", "ENFILE")) throw error;
      return `bwrap cannot make namespaces here: ${error instanceof Error ? error.message.trim() : error}`;
    }
  },
  // Everything inside dies with this process, except between its death and bwrap's first steps.
  reap: async () => reapProcesses() + (await reapGroups()),
  enforcement: (limits) => enforcement(limits, limitsOfGroups()),
  open: async (spec) => {
    requireNetwork(bubblewrap, spec);
    const devices = graphicsDevices(spec.gpus ?? []);
    const { version, help } = await bubblewrapProgram();
    const workspace = await makeWorkspace(spec);
    const { folder, publicData, user } = workspace;
    const stage = mountStage([...new Set([folder, publicData, ...Object.values(spec.readOnly ?? {})])], user);
    const covered = placesToCover(spec, shownPlaces(spec));
    const group = makeControlGroup(randomUUID().slice(0, 8), spec.limits);
    const counted = group?.usage() ?? null;
    const groupCounts = counted !== null && !Object.values(counted).includes(null);
    const { network, limits } = spec;

    return createSandbox({
      spec,
      files: hostFiles(workspace),
      record: {
        sandbox: name,
        isolation: traits.isolation,
        network,
        limits,
        enforcement: enforcement(limits, group?.enforces ?? new Set()),
        notes: [
          version,
          `user ${user} of the host`,
          seccompFilterHere() === null ? `no system call filter for ${process.arch}` : "system calls filtered",
          ...(network === "open" ? [networkNote(carrier)] : []),
          ...(spec.gpus?.length ? [`graphics cards ${spec.gpus.join(", ")}`] : []),
        ],
      },
      paths: homePaths,
      temporary: "/tmp",
      ...(groupCounts ? { usage: () => group!.usage() } : {}),
      launch: launcher({
        spec: { ...spec, workspace: folder, publicData },
        user,
        stage,
        group,
        groupCounts,
        help,
        devices,
        covered,
        carrier: network === "open" ? carrier : null,
      }),
      close: async () => {
        stage.close();
        await group?.remove();
      },
    });
  },
});

/** `grouped`: the limits that control groups hold. */
function enforcement(limits: SandboxLimits, grouped: ReadonlySet<keyof SandboxLimits>): SandboxRecord["enforcement"] {
  return enforcementOf(limits, traits, (limit) => traits.limits[limit][0] === "cgroup" && !grouped.has(limit));
}

interface Launcher {
  /** Its workspace and public data without symbolic links. */
  readonly spec: SandboxSpec;
  /** The user of the host that commands run as. */
  readonly user: number;
  readonly stage: MountStage;
  readonly group: ControlGroup | null;
  /** Whether the group reports what commands use; otherwise their processes are looked at. */
  readonly groupCounts: boolean;
  /** What `bwrap --help` prints: which options this version has. */
  readonly help: string;
  readonly devices: readonly string[];
  readonly covered: readonly string[];
  /** What connects the network of commands, if it is their own. */
  readonly carrier: NetworkCarrier | null;
}

function launcher({ spec, user, stage, group, groupCounts, help, devices, covered, carrier }: Launcher): Launch {
  const filter = seccompFilterHere();
  return async (command, { directory, environment, onOutput, rehearsal }) => {
    const killsBefore = group?.memoryKills() ?? 0;
    const view = rehearsal === undefined ? spec : rehearsalView(spec, rehearsal);
    const { prelude, place } = await stage.enter();
    const given = [environmentArguments(environment), ...(filter === null ? [] : [filter])];
    const inputs = carrier === null ? given : [...given, ownNameServer];
    const nameServers = carrier === null ? undefined : 4 + given.length;
    const hidden = rehearsal === undefined ? covered : placesToCover(view, shownPlaces(view));
    const shown = { directory, help, place, devices, covered: hidden, isFiltered: filter !== null, nameServers };
    const options = bubblewrapArguments(view, shown);
    const network = carrier === null ? [] : networkPrelude(inputs.length);
    const launched = [...network, "bwrap", ...options, "--", ...insideCommand(command)];
    const line = limitedCommand([...prelude, ...launched], spec.limits, group);
    const settings = { environment: { ...launcherEnvironment, [ownerVariable]: ownerMark() }, onOutput, inputs };
    const { pid, ended } = await (carrier === null
      ? spawnCommand(line, settings)
      : spawnWithNetwork(line, settings, { carrier, user }));
    let killed = false;
    // Only what runs inside: bwrap itself would take everything down at once.
    const signal = (wanted: NodeJS.Signals): void => {
      for (const entry of descendants(pid)) if (entry.name !== "bwrap") signalProcess(entry.pid, wanted);
    };
    return {
      ended: ended.then(({ exitCode, status }) => {
        const outOfMemory = (group?.memoryKills() ?? 0) > killsBefore;
        if (!status.includes('"exit-code"') && !killed && !outOfMemory) {
          throw new SandboxUnavailable(`bwrap did not start the command of ${spec.name} (exit code ${exitCode}).`);
        }
        return { exitCode, outOfMemory };
      }),
      signal,
      terminate: () => signal("SIGTERM"),
      kill: () => {
        killed = true;
        const inner = descendants(pid);
        signalProcess(-pid, "SIGKILL");
        for (const entry of inner) signalProcess(entry.pid, "SIGKILL");
      },
      diskUse: deletedBytesOf(() => descendants(pid), spec.workspace),
      ...(groupCounts ? {} : { usage: async (cpuOnly: boolean) => usageOfProcesses(descendants(pid), cpuOnly) }),
    };
  };
}

function networkNote(carrier: NetworkCarrier | null): string {
  if (carrier === null) return "the network of this machine, with the services on its loopback addresses";
  return `a network of its own by ${carrier.program}: this machine's loopback addresses are out of reach`;
}
