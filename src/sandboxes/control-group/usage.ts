import { readFileSync } from "node:fs";
import path from "node:path";
import type { UsageSample } from "../shared/usage-meter.ts";
import type { GroupFolder } from "./folders.ts";

/** What the kernel has counted for a group; null for what it does not count. */
export function groupUsage(folders: readonly GroupFolder[]): UsageSample {
  const memory = folders.find(({ resource }) => resource === "memory");
  return {
    cpuMs: cpuMs(folders),
    memoryBytes: memory === undefined ? null : memoryBytes(memory),
    processes: folders.length === 0 ? null : threads(folders[0]!),
  };
}

/** How often the kernel killed a process of the group for lack of memory. */
export function countMemoryKills(folders: readonly GroupFolder[]): number {
  const folder = folders.find(({ resource }) => resource === "memory");
  if (folder === undefined) return 0;
  return field(folder, folder.version === 2 ? "memory.events" : "memory.oom_control", "oom_kill") ?? 0;
}

function cpuMs(folders: readonly GroupFolder[]): number | null {
  const counting = folders.find(({ resource, version }) => resource === "cpuacct" || version === 2);
  if (counting === undefined) return null;
  if (counting.version === 1) return scaled(numberIn(counting, "cpuacct.usage"), 1e6);
  return scaled(field(counting, "cpu.stat", "usage_usec"), 1e3);
}

/** Without cached files that can be dropped at any time. */
function memoryBytes(folder: GroupFolder): number | null {
  const [file, idle] =
    folder.version === 2
      ? (["memory.current", "inactive_file"] as const)
      : (["memory.usage_in_bytes", "total_inactive_file"] as const);
  const all = numberIn(folder, file);
  return all === null ? null : Math.max(0, all - (field(folder, "memory.stat", idle) ?? 0));
}

/** Those alive: the kernel's own count includes the dead until their parents have waited for them. */
function threads(folder: GroupFolder): number {
  return read(folder, folder.version === 2 ? "cgroup.threads" : "tasks")
    .split("\n")
    .filter(Boolean).length;
}

function scaled(value: number | null, unit: number): number | null {
  return value === null ? null : value / unit;
}

function numberIn(folder: GroupFolder, file: string): number | null {
  const text = read(folder, file).trim();
  return /^\d+$/.test(text) ? Number(text) : null;
}

function field(folder: GroupFolder, file: string, name: string): number | null {
  const found = new RegExp(`^${name} (\\d+)$`, "m").exec(read(folder, file));
  return found === null ? null : Number(found[1]);
}

function read(folder: GroupFolder, file: string): string {
  try {
    return readFileSync(path.join(folder.path, file), "utf8");
  } catch {
    return "";
  }
}
