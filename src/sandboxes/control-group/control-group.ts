import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { SandboxLimits } from "../../contracts/sandbox.ts";
import { hasCode } from "../../lib/error-code.ts";
import type { UsageSample } from "../shared/usage-meter.ts";
import { type GroupFolder, type GroupResource, type GroupSystem, groupParents, thisSystem } from "./folders.ts";
import { groupName, removeGroup, removeLeftovers } from "./removal.ts";
import { countMemoryKills, groupUsage } from "./usage.ts";

/** The kernel's limits for all processes of a sandbox together. */
export interface ControlGroup {
  /** The limits that it holds. */
  readonly enforces: ReadonlySet<keyof SandboxLimits>;
  /** To join, a process with a single thread writes 0 to these files before it becomes the command. */
  readonly joinFiles: readonly string[];
  /** How often the kernel killed a process for lack of memory. */
  memoryKills(): number;
  /** What its processes have used so far, and hold now; null for what it does not count. Still known after `remove`. */
  usage(): UsageSample;
  /** Kills every process in the group and removes it. */
  remove(): Promise<void>;
}

const limitOf = { memory: "memoryMb", cpu: "cpus", pids: "processes", cpuacct: null } as const;
const resources = Object.keys(limitOf) as GroupResource[];

/** The limits that groups can hold on this system, as far as that shows before one is made. */
export function limitsOfGroups(system: GroupSystem = thisSystem): ReadonlySet<keyof SandboxLimits> {
  const limits = groupParents(resources, system).map(({ resource }) => limitOf[resource]);
  return new Set(limits.filter((limit) => limit !== null));
}

/**
 * Makes a group below our own, so that limits set on us also hold for what we start, with as many of the limits as this
 * system lets us set: version 2 where it has the controllers, version 1 otherwise. Null when it lets us set none.
 */
export function makeControlGroup(
  name: string,
  limits: SandboxLimits,
  system: GroupSystem = thisSystem,
): ControlGroup | null {
  const isWanted = (resource: GroupResource): boolean => {
    const limit = limitOf[resource];
    return limit !== null && limits[limit] !== undefined;
  };
  if (!resources.some(isWanted)) return null;
  const enforces = new Set<keyof SandboxLimits>();
  const folders: GroupFolder[] = [];
  for (const parent of groupParents(resources, system)) {
    removeLeftovers(parent.path);
    const folder = { ...parent, path: path.join(parent.path, groupName(name)) };
    try {
      mkdirSync(folder.path);
    } catch (error) {
      if (!hasCode(error, "EEXIST")) continue;
    }
    folders.push(folder);
    if (isWanted(folder.resource) && writeLimit(folder, limits)) enforces.add(limitOf[folder.resource]!);
  }
  if (folders.length === 0) return null;
  // Version 2 has one folder for everything.
  const paths = [...new Set(folders.map((folder) => folder.path))];
  // Version 1 lets a thread join on its own, which spares a wait of several milliseconds until no process is being forked.
  const joinFile = (folder: string): string =>
    folders.some(({ path: place, version }) => place === folder && version === 1) ? "tasks" : "cgroup.procs";
  let last: UsageSample | null = null;
  return {
    enforces,
    joinFiles: paths.map((folder) => path.join(folder, joinFile(folder))),
    memoryKills: () => countMemoryKills(folders),
    usage: () => last ?? groupUsage(folders),
    remove: async () => {
      last ??= { ...groupUsage(folders), memoryBytes: 0, processes: 0 };
      for (const folder of paths) await removeGroup(folder);
    },
  };
}

function writeLimit({ path: folder, resource, version }: GroupFolder, limits: SandboxLimits): boolean {
  const periodUs = 100_000;
  const memory = String(Math.round((limits.memoryMb ?? 0) * 2 ** 20));
  const quota = String(Math.max(1000, Math.round((limits.cpus ?? 0) * periodUs)));
  const pids: [string, string][] = [["pids.max", String(limits.processes)]];
  const settings: Record<GroupResource, [string, string][]> =
    version === 2
      ? { memory: [["memory.max", memory]], cpu: [["cpu.max", `${quota} ${periodUs}`]], pids, cpuacct: [] }
      : {
          memory: [["memory.limit_in_bytes", memory]],
          cpu: [
            ["cpu.cfs_period_us", String(periodUs)],
            ["cpu.cfs_quota_us", quota],
          ],
          pids,
          cpuacct: [],
        };
  const done = settings[resource].every(([file, value]) => write(folder, file, value));
  // Without this, memory moves to swap instead of running out. Not every kernel has it.
  if (resource === "memory" && version === 1) write(folder, "memory.memsw.limit_in_bytes", memory);
  if (resource === "memory" && version === 2) write(folder, "memory.swap.max", "0");
  return done;
}

function write(folder: string, file: string, value: string): boolean {
  try {
    writeFileSync(path.join(folder, file), value);
    return true;
  } catch {
    return false;
  }
}
