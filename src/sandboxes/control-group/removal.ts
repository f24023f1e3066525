import { readdirSync, readFileSync, rmdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { hasCode } from "../../lib/error-code.ts";
import { isOwnerGone, ownerMark } from "../shared/owner.ts";
import { signalProcess } from "../shared/process-tree.ts";
import { type GroupSystem, groupParents, thisSystem } from "./folders.ts";

const prefix = "mlebench-";

/** The name of a group's folder, with its owner in it. */
export function groupName(name: string): string {
  return `${prefix}${ownerMark()}-${name}`;
}

/** Kills every process in a group and removes it, which works once the last one is gone, a moment after the kill. */
export async function removeGroup(folder: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    for (const pid of read(path.join(folder, "cgroup.procs")).split("\n").filter(Boolean)) {
      signalProcess(Number(pid), "SIGKILL");
    }
    if (removeFolder(folder)) return;
    await sleep(20);
  }
}

/** Empties and removes the groups of our processes that were killed before they could clean up. Returns how many. */
export async function reapGroups(system: GroupSystem = thisSystem): Promise<number> {
  const parents = new Set(groupParents(["memory", "cpu", "pids", "cpuacct"], system).map((folder) => folder.path));
  const names = new Set<string>();
  for (const parent of parents) {
    for (const name of leftovers(parent)) {
      await removeGroup(path.join(parent, name));
      names.add(name);
    }
  }
  return names.size;
}

/** Removes the leftovers that are already empty, without waiting. */
export function removeLeftovers(parent: string): void {
  for (const name of leftovers(parent)) removeFolder(path.join(parent, name));
}

function leftovers(parent: string): string[] {
  return readdirSync(parent).filter((name) => name.startsWith(prefix) && isOwnerGone(name.slice(prefix.length)));
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
