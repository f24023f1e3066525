import { readdirSync, readFileSync } from "node:fs";

/**
 * The host's numbers of the processes with this argument, wherever they run. A shell's script that merely mentions the
 * argument does not count. Linux only.
 */
export function findProcesses(argument: string): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && commandLine(pid).slice(1).includes(argument));
}

/** The same for processes whose command line, with spaces between its words, matches. */
export function findCommandLines(pattern: RegExp): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid && pattern.test(commandLine(pid).join(" ")));
}

function commandLine(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  } catch {
    return [];
  }
}
