import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** The variable, and the label, that says which process opened a sandbox. */
export const ownerVariable = "MLEBENCH_OWNER";
export const ownerLabel = "mlebench.owner";

// Of the machine's name only a hash, because what runs inside may read the mark. Process numbers mean something only among
// the processes that count with us: a container of the same name is another machine.
const machine = createHash("sha256").update(`${hostname()} ${processSpace()}`).digest("hex").slice(0, 12);

/** This process as others find it later: its number, when it started (numbers come again), and the machine. */
export function ownerMark(): string {
  return `${process.pid}-${startOf(process.pid)}-${machine}`;
}

/** Whether the process of a mark has been on this machine and is no more. Of other machines' nothing can be known. */
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

/** The 22nd field of `/proc/<pid>/stat`; elsewhere only whether there is such a process. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the program's name in brackets and may hold anything.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // A zombie has ended, whoever has yet to take note of it.
    return fields[0] === "Z" ? "gone" : fields[19]!;
  } catch {
    return process.platform === "linux" ? "gone" : aliveElsewhere(pid);
  }
}

function aliveElsewhere(pid: number): string {
  try {
    process.kill(pid, 0);
    return "alive";
  } catch {
    return "gone";
  }
}
