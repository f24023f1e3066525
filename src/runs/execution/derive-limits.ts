import { existsSync, readFileSync } from "node:fs";
import { freeDiskBytes } from "../../lib/files/free-disk-bytes.ts";
import { formatMebibytes } from "../../lib/format-bytes.ts";
import type { DerivableLimit, GroupPlan, RunLimits } from "../record/group-plan.ts";
import type { Resources } from "./leases.ts";

/** What limits are derived from. */
export interface Machine extends Pick<Resources, "cpus" | "memoryMb"> {
  /** In the folder of the run groups. */
  readonly freeDiskMb: number;
  /** Processes and threads that the kernel allows; infinite where it does not say. */
  readonly processes: number;
}

/** Ordinary work on a large machine stays far below; a fork bomb does not get far. */
const processesPerCpu = 128;
const leastProcesses = 4096;

/** On a small disk, the disk is to be the limit: an agent is not to blame for it when it is full. */
const leastDiskMb = 10 * 1024;

/** A file that is too large is to end the run at its disk limit, not to look like a failure of the agent's program. */
const moreThanDiskMb = 1024;

/** The machine as it is now, with the disk that run groups in `runDirectory` use. */
export async function measureMachine(runDirectory: string, resources: Resources): Promise<Machine> {
  const { cpus, memoryMb } = resources;
  const freeDiskMb = Math.floor((await freeDiskBytes(runDirectory)) / 2 ** 20);
  const kernel = ["pid_max", "threads-max"].map((name) => kernelSetting(`/proc/sys/kernel/${name}`));
  return { cpus, memoryMb, freeDiskMb, processes: Math.min(...kernel) };
}

function kernelSetting(file: string): number {
  return existsSync(file) ? Number(readFileSync(file, "utf8")) : Number.POSITIVE_INFINITY;
}

/**
 * Adds the limits that were neither asked for nor turned off: a share of the machine for each of `jobs` runs, so that no
 * agent takes what the others and the harness need. The harness and the system keep a fifth of the memory, half of the free
 * disk, and half of the processes.
 */
export function deriveLimits<Plan extends Pick<GroupPlan, "limits" | "unlimited">>(
  plan: Plan,
  machine: Machine,
  jobs: number,
): Plan & Pick<GroupPlan, "derivedLimits"> {
  const { limits, unlimited = [] } = plan;
  const isOpen = (name: DerivableLimit): boolean => limits[name] === undefined && !unlimited.includes(name);
  const shared = jobs > 1 ? `, shared by ${jobs} runs` : "";
  const diskMb = Math.max(leastDiskMb, Math.floor(machine.freeDiskMb / 2 / jobs));
  const enough = Math.max(leastProcesses, processesPerCpu * machine.cpus);
  const allowed = Math.floor(machine.processes / 2 / jobs);
  const disk = limits.diskMb ?? (isOpen("diskMb") ? diskMb : undefined);
  const candidates: readonly [DerivableLimit, number | undefined, string][] = [
    [
      "memoryMb",
      Math.floor((machine.memoryMb * 0.8) / jobs),
      `80 % of this machine's ${formatMebibytes(machine.memoryMb)}${shared}`,
    ],
    [
      "processes",
      Math.min(enough, allowed),
      enough <= allowed
        ? `${processesPerCpu} per cpu, at least ${leastProcesses}`
        : `half of the ${machine.processes} that the kernel allows${shared}`,
    ],
    [
      "diskMb",
      diskMb,
      `half of the ${formatMebibytes(machine.freeDiskMb)} free${shared}, at least ${formatMebibytes(leastDiskMb)}`,
    ],
    ["fileSizeMb", disk && disk + moreThanDiskMb, "1 GiB more than the disk limit"],
  ];
  const derived = candidates.filter(([name, value]) => isOpen(name) && value !== undefined);
  if (derived.length === 0) return plan;
  const values = Object.fromEntries(derived.map(([name, value]) => [name, value])) as Partial<RunLimits>;
  return {
    ...plan,
    limits: { ...limits, ...values },
    derivedLimits: Object.fromEntries(derived.map(([name, , from]) => [name, from])),
  };
}
