import { formatMebibytes } from "../../lib/format-bytes.ts";
import { formatDollars } from "../../lib/format-dollars.ts";
import { formatSeconds } from "../../lib/format-seconds.ts";
import type { DerivableLimit, RunLimits } from "../../runs/record/group-plan.ts";

/** The ending of a noun after a number. */
export const plural = (count: number): string => (count === 1 ? "" : "s");

/** What each run may use. */
export function describeLimits(limits: RunLimits): string {
  const { wallClockMs, workingTime, memoryMb, cpus, gpus, diskMb, fileSizeMb, processes } = limits;
  return [
    `at most ${formatSeconds(wallClockMs / 1000)}${workingTime ? " without waiting for models" : ""}`,
    ...(cpus === undefined ? [] : [`${cpus} cpu${plural(cpus)}`]),
    ...(memoryMb === undefined ? [] : [`${formatMebibytes(memoryMb)} of memory`]),
    ...(gpus === undefined ? [] : [`${gpus} graphics card${plural(gpus)}`]),
    ...(diskMb === undefined ? [] : [`${formatMebibytes(diskMb)} of disk`]),
    ...(fileSizeMb === undefined ? [] : [`files up to ${formatMebibytes(fileSizeMb)}`]),
    ...(processes === undefined ? [] : [`${processes} processes`]),
    ...describeCallLimits(limits),
  ].join(", ");
}

function describeCallLimits({ maxCost, maxTokens, maxCalls, maxMessages, rehearsals }: RunLimits): string[] {
  return [
    ...(maxCost === undefined ? [] : [`model calls for ${formatDollars(maxCost)}`]),
    ...(maxTokens === undefined ? [] : [`${maxTokens.toLocaleString("en-US")} tokens`]),
    ...(maxCalls === undefined ? [] : [`${maxCalls} model call${plural(maxCalls)}`]),
    ...(maxMessages === undefined ? [] : [`${maxMessages} message${plural(maxMessages)}`]),
    ...(rehearsals === undefined ? [] : [`${rehearsals} rehearsal${plural(rehearsals)}`]),
  ];
}

const names: Readonly<Record<DerivableLimit, string>> = {
  memoryMb: "memory",
  processes: "processes",
  diskMb: "disk",
  fileSizeMb: "files",
};

/** Where the limits come from that were not asked for, one per line. */
export function describeDerivedLimits(derived: Readonly<Partial<Record<DerivableLimit, string>>>): string {
  return Object.entries(derived)
    .map(([name, from]) => `${names[name as DerivableLimit]}: ${from}`)
    .join("\n");
}
