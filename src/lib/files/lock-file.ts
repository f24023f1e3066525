import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { hasCode } from "../error-code.ts";
import { BenchError } from "../errors.ts";
import { isAlive, type LockHolder, readHolder, thisProcess } from "./lock-holder.ts";

/** Another process holds a lock. */
export class Locked extends BenchError {
  readonly pid: number;
  /** Whether that process runs on this machine, where we can tell when it ends. */
  readonly isHere: boolean;

  constructor(message: string, { pid, host }: LockHolder) {
    super("locked", message);
    this.pid = pid;
    this.isHere = host === hostname();
  }
}

/** A lock held by this process. */
export interface Lock {
  release(): void;
}

/**
 * Takes a lock: a file that names the process holding it. A lock whose process has exited is ignored; one held on
 * another machine is respected, because that process cannot be checked. Never waits.
 *
 * @throws Locked naming the process that holds it.
 */
export function takeLock(file: string, what: string): Lock {
  const own = beside(file);
  writeInFolder(own, JSON.stringify(thisProcess()));
  try {
    // Linking a finished file is atomic, creating and filling one is not: no process ever sees a lock without content.
    for (let attempt = 0; !linkTo(own, file); attempt += 1) {
      const holder = readHolder(file);
      if (holder !== null && (isAlive(holder) || attempt > 8)) throw new Locked(describe(file, what, holder), holder);
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

/** Runs `work` while holding a lock; see `takeLock`. */
export async function withLock<T>(file: string, what: string, work: () => Promise<T>): Promise<T> {
  const lock = takeLock(file, what);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

/** Like `withLock`, but waits up to `patienceMs` for the lock to be released. */
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

/** Whether a running process holds the lock. */
export function isLocked(file: string): boolean {
  const holder = readHolder(file);
  return holder !== null && isAlive(holder);
}

/** A name beside the lock that contains this process's number. */
function beside(file: string): string {
  return `${file}-${process.pid}-${randomUUID().slice(0, 8)}`;
}

/** Removes files that processes killed while taking the lock left beside it. */
function removeLeftovers(file: string): void {
  const folder = dirname(file);
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${basename(file)}-`)) continue;
    const pid = /^(\d+)-[0-9a-f]{8}$/.exec(name.slice(basename(file).length + 1))?.[1];
    const left = join(folder, name);
    // A file that cannot be read was only partly written, which happens on this machine only.
    const host = readHolder(left)?.host ?? hostname();
    if (pid !== undefined && !isAlive({ pid: Number(pid), host, started: null })) rmSync(left, { force: true });
  }
}

/** Retries, because another process that releases its lock may remove the folder while it is empty. */
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

/** A folder that contains nothing but the lock was made for the lock. */
function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It is not empty, or another process removed it.
  }
}

function linkTo(own: string, file: string): boolean {
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    if (!hasCode(error, "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK")) throw error;
  }
  // The file system has no hard links.
  try {
    writeFileSync(file, readFileSync(own), { flag: "wx" });
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

/** Removes the lock of a process that has exited, unless another process has replaced it in the meantime. */
function setAside(file: string, dead: LockHolder | null): void {
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

function describe(file: string, what: string, { pid, host }: LockHolder): string {
  const here = host === hostname();
  const advice = here ? "Wait until it is done." : `If that process has exited, remove ${file} and try again.`;
  return `${what} is locked by process ${pid}${here ? "" : ` on ${host}`}. ${advice}`;
}
