import { formatMebibytes } from "../../lib/format-bytes.ts";
import { formatSeconds } from "../../lib/format-seconds.ts";
import type { RunLimits } from "../../runs/record/group-plan.ts";

/** The ending of a noun after a number. */
export const plural = (count: number): string => (count === 1 ? "" : "s");

/** What each run may use. */
export function describeLimits({ wallClockMs, memoryMb, cpus, gpus, diskMb, processes }: RunLimits): string {
  return [
    `at most ${formatSeconds(wallClockMs / 1000)}`,
    ...(cpus === undefined ? [] : [`${cpus} cpu${plural(cpus)}`]),
    ...(memoryMb === undefined ? [] : [`${formatMebibytes(memoryMb)} of memory`]),
    ...(gpus === undefined ? [] : [`${gpus} graphics card${plural(gpus)}`]),
    ...(diskMb === undefined ? [] : [`${formatMebibytes(diskMb)} of disk`]),
    ...(processes === undefined ? [] : [`${processes} processes`]),
  ].join(", ");
}
