import { readFileSync } from "node:fs";

/** How many processes the kernel has killed since it booted because memory ran out; 0 where it does not report that. */
export function hostMemoryKills(): number {
  try {
    return Number(/^oom_kill (\d+)$/m.exec(readFileSync("/proc/vmstat", "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
