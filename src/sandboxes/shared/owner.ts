import { createHash } from "node:crypto";
import { readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { readProcessStat, startTimeField } from "../../lib/processes/read-process-stat.ts";

/** The variable and the label that say which process opened a sandbox. */
export const ownerVariable = "MLEBENCH_OWNER";
export const ownerLabel = "mlebench.owner";

// Only a hash of the machine's name, because commands inside can read the mark. Process numbers are only valid within our
// process namespace: a container with the same name is another machine.
const machine = createHash("sha256").update(`${hostname()} ${processSpace()}`).digest("hex").slice(0, 12);

/** Identifies this process for later ones: its number, when it started (numbers are reused), and the machine. */
export function ownerMark(): string {
  return `${process.pid}-${startOf(process.pid)}-${machine}`;
}

/** Whether a mark's process was on this machine and has exited. Always false for other machines, whose processes we cannot see. */
export function isOwnerGone(mark: string): boolean {
  const [pid, started, host] = mark.split("-");
  return host === machine && started !== startOf(Number(pid));
}

function processSpace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}

/** The process's start time; on systems without `/proc`, only whether there is such a process. */
function startOf(pid: number): string {
  const stat = readProcessStat(pid);
  if (stat === null) return process.platform === "linux" ? "gone" : aliveElsewhere(pid);
  // A zombie has exited, even if its parent has not noticed yet.
  return stat.fields[0] === "Z" ? "gone" : stat.fields[startTimeField]!;
}

function aliveElsewhere(pid: number): string {
  try {
    process.kill(pid, 0);
    return "alive";
  } catch {
    return "gone";
  }
}
