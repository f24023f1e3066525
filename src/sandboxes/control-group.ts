import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { SandboxLimits } from "../contracts.ts";
import { hasCode } from "../lib/error-code.ts";
import { type GroupFolder, type GroupResource, groupParents } from "./control-group-folders.ts";
import { signalProcess } from "./process-tree.ts";

const prefix = "mlebench-";

/** The kernel's limits for all processes of a sandbox together. */
export interface ControlGroup {
  /** Which limits it holds; the others need something else. */
  readonly enforces: ReadonlySet<keyof SandboxLimits>;
  /** Files to which a process writes its number to join, before it becomes the command. */
  readonly joinFiles: readonly string[];
  /** How often the kernel ended a process for want of memory. */
  memoryKills(): number;
  /** Ends whatever is inside and removes the group. */
  remove(): Promise<void>;
}

/**
 * Makes a group below our own (so that limits set on us keep holding for what we start) with as many of the limits as this
 * system lets us set: version 2 where the controllers are there, version 1 otherwise. Null when it lets us set none.
 */
export function makeControlGroup(name: string, limits: SandboxLimits): ControlGroup | null {
  const wanted: GroupResource[] = [];
  if (limits.memoryMb !== undefined) wanted.push("memory");
  if (limits.cpus !== undefined) wanted.push("cpu");
  if (limits.processes !== undefined) wanted.push("pids");
  const enforces = new Set<keyof SandboxLimits>();
  const folders: GroupFolder[] = [];
  for (const parent of groupParents(wanted)) {
    removeLeftovers(parent.path);
    const folder = { ...parent, path: path.join(parent.path, `${prefix}${process.pid}-${name}`) };
    try {
      mkdirSync(folder.path);
    } catch (error) {
      if (!hasCode(error, "EEXIST")) continue;
    }
    folders.push(folder);
    if (writeLimit(folder, limits)) enforces.add(limitOf[folder.resource]);
  }
  if (folders.length === 0) return null;
  // Version 2 has one folder for everything.
  const paths = [...new Set(folders.map((folder) => folder.path))];
  return {
    enforces,
    joinFiles: paths.map((folder) => path.join(folder, "cgroup.procs")),
    memoryKills: () => countMemoryKills(folders),
    remove: async () => {
      for (const folder of paths) await removeGroup(folder);
    },
  };
}

const limitOf = { memory: "memoryMb", cpu: "cpus", pids: "processes" } as const;

function writeLimit({ path: folder, resource, version }: GroupFolder, limits: SandboxLimits): boolean {
  const periodUs = 100_000;
  const memory = String((limits.memoryMb ?? 0) * 2 ** 20);
  const quota = String(Math.max(1000, Math.round((limits.cpus ?? 0) * periodUs)));
  const settings: Record<GroupResource, [string, string][]> =
    version === 2
      ? {
          memory: [["memory.max", memory]],
          cpu: [["cpu.max", `${quota} ${periodUs}`]],
          pids: [["pids.max", String(limits.processes)]],
        }
      : {
          memory: [["memory.limit_in_bytes", memory]],
          cpu: [
            ["cpu.cfs_period_us", String(periodUs)],
            ["cpu.cfs_quota_us", quota],
          ],
          pids: [["pids.max", String(limits.processes)]],
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

function countMemoryKills(folders: readonly GroupFolder[]): number {
  const folder = folders.find(({ resource }) => resource === "memory");
  if (folder === undefined) return 0;
  const text = read(path.join(folder.path, folder.version === 2 ? "memory.events" : "memory.oom_control"));
  return Number(/^oom_kill (\d+)/m.exec(text)?.[1] ?? 0);
}

/** A group goes when its last process has gone, which takes a moment after the kill. */
async function removeGroup(folder: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    for (const pid of read(path.join(folder, "cgroup.procs")).split("\n").filter(Boolean)) {
      signalProcess(Number(pid), "SIGKILL");
    }
    if (removeFolder(folder)) return;
    await sleep(20);
  }
}

/** Groups of processes of ours that were killed before they could tidy up. */
function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(prefix)) continue;
    const owner = Number(name.slice(prefix.length).split("-")[0]);
    if (owner !== process.pid && read(`/proc/${owner}/stat`) === "") removeFolder(path.join(parent, name));
  }
}

function removeFolder(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch (error) {
    return hasCode(error, "ENOENT");
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
