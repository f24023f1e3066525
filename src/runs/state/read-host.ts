import { readFileSync, statSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { isLocked } from "../../lib/files/lock-file.ts";
import { groupFiles, runFiles } from "../record/run-folder.ts";

/** The process that executes a group. */
export interface HostState {
  readonly alive: boolean;
  /** Null when there is none. */
  readonly pid: number | null;
  /** The machine that it runs on, if it is not this one. */
  readonly machine: string | null;
}

/** A process on another machine cannot be checked: its host counts as dead when its group has not changed for this long. */
const quietMs = 15 * 60_000;

/**
 * Whether a host works on the group. The lock decides, unless another machine took it: in a copied group the lock may be
 * long out of date, so the files of `openRuns` (folders of runs that have started and not ended) must have changed lately.
 */
export function readHost(groupFolder: string, openRuns: () => Iterable<string>): HostState {
  const lock = join(groupFolder, groupFiles.lock);
  const dead = { alive: false, pid: null, machine: null };
  if (!isLocked(lock)) return dead;
  const { pid, host } = readHolder(lock);
  if (host === null || host === hostname()) return { alive: true, pid, machine: null };
  return Date.now() - newestChange(groupFolder, openRuns()) < quietMs ? { alive: true, pid, machine: host } : dead;
}

function readHolder(lock: string): { pid: number | null; host: string | null } {
  try {
    const { pid, host } = JSON.parse(readFileSync(lock, "utf8"));
    return { pid, host };
  } catch {
    // It was released in the meantime; the next read will show that.
    return { pid: null, host: null };
  }
}

function newestChange(groupFolder: string, openRuns: Iterable<string>): number {
  const files = [groupFiles.lock, groupFiles.events, groupFiles.log].map((name) => join(groupFolder, name));
  for (const run of openRuns) files.push(join(run, runFiles.events), join(run, runFiles.output));
  return Math.max(...files.map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0));
}
