import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { hasCode } from "../error-code.ts";
import { readProcessStat, startTimeField } from "../processes/read-process-stat.ts";

/** The process named in a lock file. */
export interface LockHolder {
  readonly pid: number;
  readonly host: string;
  /** When the process started, as the system counts time: a later process may reuse the number. */
  readonly started: string | null;
}

export function thisProcess(): LockHolder {
  return { pid: process.pid, host: hostname(), started: startOf(process.pid) };
}

/** The holder named in a lock file; null if the file is missing or incomplete. */
export function readHolder(file: string): LockHolder | null {
  try {
    const { pid, host, started } = JSON.parse(readFileSync(file, "utf8"));
    return Number.isInteger(pid) && typeof host === "string" ? { pid, host, started: started ?? null } : null;
  } catch {
    return null;
  }
}

/** Whether the process still runs. A process on another machine is assumed to. */
export function isAlive(holder: LockHolder): boolean {
  if (holder.host !== hostname()) return true;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // Another user's process exists, but may not be signalled.
    if (!hasCode(error, "EPERM")) return false;
  }
  return holder.started === null || holder.started === startOf(holder.pid);
}

/** The boot id and the process's start time; null on systems that do not report them. */
function startOf(pid: number): string | null {
  const stat = readProcessStat(pid);
  if (stat === null) return null;
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${boot}/${stat.fields[startTimeField]}`;
  } catch {
    return null;
  }
}
