import { readFileSync } from "node:fs";

/** A line of `/proc/<pid>/stat`. */
interface ProcessStat {
  /** The program's name. */
  readonly name: string;
  /** The fields after the name: the state, the parent's number, and so on. */
  readonly fields: readonly string[];
}

/** The position of the start time among `ProcessStat.fields`. */
export const startTimeField = 19;

/** Reads `/proc/<pid>/stat`. Null if there is no such process, and on systems without `/proc`. */
export function readProcessStat(pid: number): ProcessStat | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name is in parentheses and may contain any character.
    const end = stat.lastIndexOf(")");
    return { name: stat.slice(stat.indexOf("(") + 1, end), fields: stat.slice(end + 2).split(" ") };
  } catch {
    return null;
  }
}
