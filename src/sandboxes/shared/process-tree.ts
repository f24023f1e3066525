import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { readProcessStat } from "../../lib/processes/read-process-stat.ts";

/** A process, its parent, and what it uses. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly session: number;
  readonly name: string;
  readonly threads: number;
  /** Its own processor time and that of the children it has waited for. */
  readonly cpuMs: number;
}

/** The process `pid` and all its descendants at this moment. */
export function descendants(pid: number, all: readonly ProcessEntry[] = listProcesses()): ProcessEntry[] {
  const found = all.filter((entry) => entry.pid === pid);
  for (let index = 0; index < found.length; index += 1) {
    found.push(...all.filter((entry) => entry.parent === found[index]!.pid));
  }
  return found;
}

/** Processes whose initial environment held `mark`, a unique text, even if they left their group and parent. Linux only. */
export function processesMarked(mark: string): number[] {
  if (process.platform !== "linux") return [];
  return numbers().filter((pid) => readBytes(`/proc/${pid}/environ`).includes(mark));
}

/** The processes that have a variable in their environment, with its value. Linux only, and only those we may inspect. */
export function processesWith(variable: string): { readonly pid: number; readonly value: string }[] {
  if (process.platform !== "linux") return [];
  return numbers().flatMap((pid) => {
    const entry = environmentOf(pid).find((one) => one.startsWith(`${variable}=`));
    return entry === undefined ? [] : [{ pid, value: entry.slice(variable.length + 1) }];
  });
}

/** How many threads a user's processes have. Linux only: elsewhere zero. */
export function threadsOfUser(user: number): number {
  if (process.platform !== "linux") return 0;
  const own = numbers().filter((pid) => statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid === user);
  return own.flatMap(readEntry).reduce((sum, { threads }) => sum + threads, 0);
}

/** Sends a signal, unless the process has exited. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has exited, or belongs to another user.
  }
}

/**
 * Bytes of memory that a process holds. Where the kernel reports it, memory shared by several processes is divided among
 * them, so that forked workers are not each counted in full.
 */
export function memoryOf(pid: number): number {
  if (process.platform === "linux") {
    const share = /^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`));
    const resident = share ?? /^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`));
    return Number(resident?.[1] ?? 0) * 1024;
  }
  const { stdout } = spawnSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  return Number(stdout) * 1024;
}

/** Every process of the system. */
export function listProcesses(): ProcessEntry[] {
  if (process.platform === "linux") return numbers().flatMap(readEntry);
  const columns = "pid=,ppid=,sess=,time=,comm=";
  return execFileSync("ps", ["-axo", columns], { encoding: "utf8" }).trim().split("\n").map(parseLine);
}

/** Times in `/proc` are hundredths of a second, whatever the kernel's own clock does. */
function readEntry(pid: number): ProcessEntry[] {
  const stat = readProcessStat(pid);
  if (stat === null) return [];
  const { name, fields } = stat;
  const cpuMs = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]) * 10, 0);
  return [
    {
      pid,
      parent: Number(fields[1]),
      session: Number(fields[3]),
      name,
      // A zombie has exited; its time still counts.
      threads: fields[0] === "Z" ? 0 : Number(fields[17]),
      cpuMs,
    },
  ];
}

/** One line of `ps`: time as `[[days-]hours:]minutes:seconds`. It does not report threads: one each. */
function parseLine(line: string): ProcessEntry {
  const [pid, parent, session, time, ...name] = line.trim().split(/\s+/);
  const seconds = time!.split(/[-:]/).reduce((sum, part, index, parts) => {
    return (sum + Number(part)) * (index === parts.length - 1 ? 1 : parts.length - index === 4 ? 24 : 60);
  }, 0);
  return {
    pid: Number(pid),
    parent: Number(parent),
    session: Number(session) || 0,
    name: name.join(" "),
    threads: 1,
    cpuMs: seconds * 1000,
  };
}

function environmentOf(pid: number): string[] {
  return read(`/proc/${pid}/environ`).split("\0");
}

function numbers(): number[] {
  return readdirSync("/proc").map(Number).filter(Number.isInteger);
}

function read(path: string): string {
  return readBytes(path).toString("utf8");
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}
