import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { hasCode } from "../error-code.ts";
import { BenchError } from "../errors.ts";

/** Somebody else holds a lock. */
export class Locked extends BenchError {
  constructor(message: string) {
    super("locked", message);
  }
}

interface Holder {
  readonly pid: number;
  readonly host: string;
  /** When that process started, in the system's own count: a later process may have the same number. */
  readonly started: string | null;
}

/** A lock that this process holds. */
export interface Lock {
  release(): void;
}

/**
 * Takes a lock that is a file holding its owner's process number. A lock whose process is gone counts for nothing; one
 * of another machine cannot be judged and is respected. Never waits.
 *
 * @throws Locked naming the process that has it.
 */
export function takeLock(file: string, what: string): Lock {
  const own = beside(file);
  writeInFolder(
    own,
    JSON.stringify({ pid: process.pid, host: hostname(), started: startOf(process.pid) } satisfies Holder),
  );
  try {
    // A lock appears with its content or not at all: linking a finished file is atomic, creating and filling one is not.
    for (let attempt = 0; !linkTo(own, file); attempt += 1) {
      const holder = readHolder(file);
      if (holder !== null && (isAlive(holder) || attempt > 8)) throw new Locked(describe(file, what, holder));
      setAside(file, holder);
    }
  } finally {
    rmSync(own, { force: true });
  }
  removeLeftovers(file);
  return {
    release: () => {
      rmSync(file, { force: true });
      removeIfEmpty(dirname(file));
    },
  };
}

/** A name beside the lock that tells whose it is. */
function beside(file: string): string {
  return `${file}-${process.pid}-${randomUUID().slice(0, 8)}`;
}

/** Removes what processes that were killed while they took the lock have left beside it. */
function removeLeftovers(file: string): void {
  const folder = dirname(file);
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${basename(file)}-`)) continue;
    const pid = /^(\d+)-[0-9a-f]{8}$/.exec(name.slice(basename(file).length + 1))?.[1];
    const left = join(folder, name);
    // One that cannot be read was cut off; one of another machine's cannot be judged.
    const host = readHolder(left)?.host ?? hostname();
    if (pid !== undefined && !isAlive({ pid: Number(pid), host, started: null })) rmSync(left, { force: true });
  }
}

/** Again and again: the folder may be removed, empty as it is, by a process that lets go of its lock. */
function writeInFolder(path: string, content: string): void {
  for (let attempt = 0; ; attempt += 1) {
    mkdirSync(dirname(path), { recursive: true });
    try {
      writeFileSync(path, content);
      return;
    } catch (error) {
      if (!hasCode(error, "ENOENT") || attempt > 8) throw error;
    }
  }
}

/** A folder that holds nothing but its lock was made for it. */
function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It holds something, or somebody else removed it.
  }
}

/** Runs `work` while holding a lock; see `takeLock`. */
export async function withLock<T>(file: string, what: string, work: () => Promise<T>): Promise<T> {
  const lock = takeLock(file, what);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

/** As `withLock`, but waits for whoever holds the lock, up to `patienceMs`. */
export async function withLockInTurn<T>(
  file: string,
  what: string,
  work: () => Promise<T>,
  patienceMs = 30_000,
): Promise<T> {
  const started = performance.now();
  for (;;) {
    try {
      return await withLock(file, what, work);
    } catch (error) {
      if (!(error instanceof Locked) || performance.now() - started > patienceMs) throw error;
      await sleep(50);
    }
  }
}

/** Whether a living process holds the lock. */
export function isLocked(file: string): boolean {
  const holder = readHolder(file);
  return holder !== null && isAlive(holder);
}

function linkTo(own: string, file: string): boolean {
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    if (!hasCode(error, "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK")) throw error;
  }
  // A file system without hard links.
  try {
    writeFileSync(file, readFileSync(own), { flag: "wx" });
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

/** Removes a dead owner's lock, but not one that somebody else has put in its place meanwhile. */
function setAside(file: string, dead: Holder | null): void {
  const aside = beside(file);
  try {
    renameSync(file, aside);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return;
    throw error;
  }
  const taken = readHolder(aside);
  if (taken !== null && JSON.stringify(taken) !== JSON.stringify(dead)) linkTo(aside, file);
  rmSync(aside, { force: true });
}

function readHolder(file: string): Holder | null {
  try {
    const { pid, host, started } = JSON.parse(readFileSync(file, "utf8"));
    return Number.isInteger(pid) && typeof host === "string" ? { pid, host, started: started ?? null } : null;
  } catch {
    return null;
  }
}

function isAlive(holder: Holder): boolean {
  if (holder.host !== hostname()) return true;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // Another user's process may not be signalled, but it is there.
    if (!hasCode(error, "EPERM")) return false;
  }
  return holder.started === null || holder.started === startOf(holder.pid);
}

/** A process's start time where the system tells it: the 22nd field of `/proc/<pid>/stat`, with the boot it belongs to. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    // The second field is the program's name in brackets and may hold anything.
    return `${boot}/${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]}`;
  } catch {
    return null;
  }
}

function describe(file: string, what: string, { pid, host }: Holder): string {
  const here = host === hostname();
  const advice = here ? "Wait until it is done." : `If that process is gone, remove ${file} and try again.`;
  return `${what} is in the hands of process ${pid}${here ? "" : ` on ${host}`}. ${advice}`;
}
