import type { SandboxLimits } from "../../contracts/sandbox.ts";
import type { ControlGroup } from "../control-group/control-group.ts";
import { threadsOfUser } from "./process-tree.ts";

/**
 * The command line that joins the control groups and sets the limits of each process (`ulimit`), then becomes `command`.
 * Exits with 125 when it cannot join. Limits that the system's shell does not know are left out.
 */
export function limitedCommand(
  command: readonly string[],
  limits: SandboxLimits,
  group: ControlGroup | null,
): readonly string[] {
  const joins = (group?.joinFiles ?? []).map((file) => `echo 0 > '${file}' || exit 125`);
  const script = [...joins, ...processLimits(limits, group), 'exec "$@"'].join("\n");
  return ["/bin/sh", "-c", script, "sh", ...command];
}

/** Hard limits, which the command cannot raise. Core dumps are off: they could exceed every other limit. */
function processLimits(limits: SandboxLimits, group: ControlGroup | null): string[] {
  const lines = ["ulimit -c 0 2>/dev/null"];
  if (limits.fileSizeMb !== undefined) lines.push(`ulimit -f ${Math.round(limits.fileSizeMb * 2048)} 2>/dev/null`);
  if (limits.processes !== undefined && !group?.enforces.has("processes")) {
    const most = limits.processes + alreadyCounted();
    // The option differs between shells.
    lines.push(`ulimit -u ${most} 2>/dev/null || ulimit -p ${most} 2>/dev/null`);
  }
  if (limits.memoryMb !== undefined && !group?.enforces.has("memoryMb")) {
    // Data, not address space: many programs reserve far more addresses than they use.
    lines.push(`ulimit -d ${Math.round(limits.memoryMb * 1024)} 2>/dev/null`);
  }
  return lines;
}

/** The kernel counts all processes of a user together. Commands that we start as root run as a user of their own. */
function alreadyCounted(): number {
  const user = process.getuid?.() ?? 0;
  return user === 0 ? 0 : threadsOfUser(user);
}
