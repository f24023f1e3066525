import { formatMebibytes } from "../../../lib/format-bytes.ts";
import { formatSeconds } from "../../../lib/format-seconds.ts";
import type { GroupPlan } from "../../../runs/record/group-plan.ts";

/** How a group compares with one thing that upstream recommends. */
export interface Deviation {
  readonly what: string;
  readonly recommended: string;
  readonly found: string;
  /** Null: the records do not say. */
  readonly deviates: boolean | null;
}

/** Upstream's setup: 24 hours, 36 virtual processors, 440 GB of memory, one A10 with 24 GB; at least three seeds. */
const recommended = { hours: 24, cpus: 36, memoryGb: 440, gpus: 1, seeds: 3 };

export function deviationsOf({ limits, derivedLimits = {}, seeds }: GroupPlan): Deviation[] {
  const { wallClockMs, workingTime, cpus, memoryMb, gpus = 0 } = limits;
  const hours = wallClockMs / 3_600_000;
  const counted = workingTime ? ", without waiting for models" : "";
  const memory = memoryMb === undefined ? null : (memoryMb * 2 ** 20) / 1e9;
  const share = derivedLimits.memoryMb === undefined ? "" : `, ${derivedLimits.memoryMb}`;
  return [
    {
      what: "time",
      recommended: "24 h",
      found: `${formatSeconds(wallClockMs / 1000)}${counted}`,
      deviates: hours !== recommended.hours || workingTime === true,
    },
    {
      what: "processors",
      recommended: "36",
      found: cpus === undefined ? "not limited; the machine's are not recorded" : String(cpus),
      deviates: cpus === undefined ? null : cpus !== recommended.cpus,
    },
    {
      what: "memory",
      recommended: "440 GB",
      found: memory === null ? "not limited; the machine's is not recorded" : `${formatMebibytes(memoryMb!)}${share}`,
      deviates: memory === null ? null : !isAbout(memory, recommended.memoryGb),
    },
    {
      what: "graphics cards",
      recommended: "one A10 with 24 GB",
      found: gpus === 0 ? "none" : `${gpus}, of a kind that is not recorded`,
      deviates: gpus === recommended.gpus ? null : true,
    },
    {
      what: "seeds",
      recommended: "3 or more",
      found: String(seeds.length),
      deviates: seeds.length < recommended.seeds,
    },
  ];
}

/** GB and GiB differ by 7 %. */
function isAbout(one: number, other: number): boolean {
  return Math.abs(one - other) <= 0.08 * other;
}
