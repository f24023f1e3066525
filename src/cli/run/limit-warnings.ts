import type { Enforcement, SandboxLimits } from "../../contracts/sandbox.ts";
import { formatMebibytes } from "../../lib/format-bytes.ts";
import type { Machine } from "../../runs/execution/derive-limits.ts";
import type { GroupRequest } from "../../runs/execution/plan-group.ts";
import { sandboxFor } from "../../runs/execution/sandbox-for.ts";

const nouns: Partial<Record<keyof SandboxLimits, string>> = {
  memoryMb: "Memory",
  cpus: "Processor time",
  processes: "The number of processes",
  diskMb: "Disk use",
  fileSizeMb: "The size of files",
};

/** What does not hold as the plan says: limits that the sandbox cannot enforce, and more than the machine has. */
export async function limitWarnings(request: GroupRequest, machine: Machine, atOnce: number): Promise<string[]> {
  const { sandbox, limits } = request;
  const enforcement = (await sandboxFor(sandbox)).enforcement(limits);
  const weak = Object.entries(enforcement).flatMap(([name, how]) => weakness(name as keyof SandboxLimits, how));
  return [...weak, ...shortages(request, machine, atOnce)];
}

/** A limit of each process is as good as any for the size of files, but not for what processes use together. */
function weakness(name: keyof SandboxLimits, how: Enforcement): string[] {
  const noun = nouns[name];
  if (noun === undefined) return [];
  if (how === "none") return [`${noun} is not limited: this sandbox cannot enforce that here.`];
  if (how !== "rlimit" || name === "fileSizeMb") return [];
  const scope = name === "processes" ? "each user" : "each process";
  return [`${noun} is limited for ${scope} only (rlimit), because no control group can be used.`];
}

/** Runs reserve the memory that was asked for, but not what was derived: perhaps for fewer runs, or on another machine. */
function shortages({ limits, derivedLimits }: GroupRequest, machine: Machine, atOnce: number): string[] {
  const { memoryMb = 0, diskMb = 0 } = limits;
  const runs = atOnce === 1 ? "One run" : `${atOnce} runs at once`;
  const message = (mebibytes: number, what: string, there: number): string =>
    `${runs} may take ${formatMebibytes(mebibytes * atOnce)} of ${what}; there are ${formatMebibytes(there)}.`;
  return [
    ...(derivedLimits?.memoryMb !== undefined && memoryMb * atOnce > machine.memoryMb
      ? [message(memoryMb, "memory", machine.memoryMb)]
      : []),
    ...(diskMb * atOnce > machine.freeDiskMb ? [message(diskMb, "disk", machine.freeDiskMb)] : []),
  ];
}
