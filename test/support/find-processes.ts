import { readdirSync, readFileSync } from "node:fs";

/** The host's numbers of the processes with this argument, wherever they run. Linux only. */
export function findProcesses(argument: string): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && commandLine(pid).includes(argument));
}

/** Without the first word: a shell's script that merely speaks of the argument is one argument of its own. */
function commandLine(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").slice(1);
  } catch {
    return [];
  }
}
