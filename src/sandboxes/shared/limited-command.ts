import type { Enforcement, SandboxLimits } from "../../contracts/sandbox.ts";
import type { ControlGroup } from "../control-group/control-group.ts";

/**
 * The command line that joins the control groups and sets the limits of each process (`ulimit`), then becomes `command`.
 * It ends with 125 when it cannot join; a limit that the system's shell does not know is left out.
 */
export function limitedCommand(
  command: readonly string[],
  limits: SandboxLimits,
  group: ControlGroup | null,
): readonly string[] {
  const joins = (group?.joinFiles ?? []).map((file) => `echo $$ > '${file}' || exit 125`);
  const script = [...joins, ...processLimits(limits, group), 'exec "$@"'].join("\n");
  return ["/bin/sh", "-c", script, "sh", ...command];
}

/** Hard limits: what runs later cannot raise them. A memory dump could be larger than every other limit. */
function processLimits(limits: SandboxLimits, group: ControlGroup | null): string[] {
  const lines = ["ulimit -c 0 2>/dev/null"];
  if (limits.fileSizeMb !== undefined) lines.push(`ulimit -f ${Math.round(limits.fileSizeMb * 2048)} 2>/dev/null`);
  if (limits.processes !== undefined && !group?.enforces.has("processes")) {
    // Shells do not agree on the letter.
    lines.push(`ulimit -u ${limits.processes} 2>/dev/null || ulimit -p ${limits.processes} 2>/dev/null`);
  }
  if (limits.memoryMb !== undefined && !group?.enforces.has("memoryMb")) {
    // Data, not address space: many programs reserve far more addresses than they ever use.
    lines.push(`ulimit -d ${Math.round(limits.memoryMb * 1024)} 2>/dev/null`);
  }
  return lines;
}

/** How each limit that was asked for is held when commands run through `limitedCommand`. */
export function enforcementOf(
  limits: SandboxLimits,
  group: ControlGroup | null,
): Partial<Record<keyof SandboxLimits, Enforcement>> {
  const linux = process.platform === "linux";
  const ways: Record<keyof SandboxLimits, Enforcement> = {
    wallClockMs: "harness",
    memoryMb: group?.enforces.has("memoryMb") ? "cgroup" : linux ? "rlimit" : "none",
    cpus: group?.enforces.has("cpus") ? "cgroup" : "none",
    // The kernel does not count root's processes.
    processes: group?.enforces.has("processes") ? "cgroup" : "rlimit",
    fileSizeMb: "rlimit",
    diskMb: "polling",
    outputBytes: "harness",
  };
  const asked = (Object.keys(ways) as (keyof SandboxLimits)[]).filter((key) => limits[key] !== undefined);
  return Object.fromEntries(asked.map((key) => [key, ways[key]]));
}
