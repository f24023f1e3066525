import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** A process and who started it. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
}

/** The processes below `pid`, it included, at this moment. */
export function descendants(pid: number): ProcessEntry[] {
  const all = listProcesses();
  const found = all.filter((entry) => entry.pid === pid);
  for (let index = 0; index < found.length; index += 1) {
    found.push(...all.filter((entry) => entry.parent === found[index]!.pid));
  }
  return found;
}

/** Processes whose environment held `mark` when they were started: those that left their group and their parent, too. Linux only. */
export function processesMarked(mark: string): number[] {
  if (process.platform !== "linux") return [];
  return numbers().filter((pid) => read(`/proc/${pid}/environ`).split("\0").includes(mark));
}

/** Sends a signal; a process that is gone is fine. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself, or belongs to somebody else.
  }
}

function listProcesses(): ProcessEntry[] {
  if (process.platform !== "linux") {
    const lines = execFileSync("ps", ["-axo", "pid=,ppid=,comm="], { encoding: "utf8" }).trim().split("\n");
    return lines.map((line) => {
      const [pid, parent, ...name] = line.trim().split(/\s+/);
      return { pid: Number(pid), parent: Number(parent), name: name.join(" ") };
    });
  }
  return numbers().flatMap((pid) => {
    const stat = read(`/proc/${pid}/stat`);
    // The name stands in brackets and may hold brackets and blanks itself.
    const end = stat.lastIndexOf(")");
    if (end === -1) return [];
    return [{ pid, parent: Number(stat.slice(end + 2).split(" ")[1]), name: stat.slice(stat.indexOf("(") + 1, end) }];
  });
}

function numbers(): number[] {
  return readdirSync("/proc").map(Number).filter(Number.isInteger);
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
