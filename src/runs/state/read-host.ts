import { readFileSync, statSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { isLocked } from "../../lib/files/lock-file.ts";
import { groupFiles, runFiles } from "../record/run-folder.ts";

/** The process that executes a group. */
export interface HostState {
  readonly alive: boolean;
  /** Of the living one. */
  readonly pid: number | null;
  /** The machine it runs on, when that is another one. */
  readonly machine: string | null;
}

/** A host on another machine cannot be asked; when nothing of its group has changed for so long, it is taken for dead. */
const quietMs = 15 * 60_000;

/**
 * Whether a host works on the group. Its lock tells, except in a copy from another machine, where the lock of a host
 * long gone may lie: there `openRuns` (the folders of runs that were started and have not ended) must show signs of life.
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
    // It was released meanwhile; the next look will show that.
    return { pid: null, host: null };
  }
}

function newestChange(groupFolder: string, openRuns: Iterable<string>): number {
  const files = [groupFiles.lock, groupFiles.events, groupFiles.log].map((name) => join(groupFolder, name));
  for (const run of openRuns) files.push(join(run, runFiles.events), join(run, runFiles.output));
  return Math.max(...files.map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0));
}
