import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

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

/** The 22nd field of `/proc/<pid>/stat`; elsewhere only whether there is such a process. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the program's name in brackets and may contain anything.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // A zombie has exited, even if its parent has not noticed yet.
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
