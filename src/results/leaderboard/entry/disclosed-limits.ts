import type { SandboxLimits } from "../../../contracts/sandbox.ts";
import type { DerivableLimit, GroupPlan, RunLimits } from "../../../runs/record/group-plan.ts";
import type { RecordedRun } from "./recorded-runs.ts";

/** A limit of every run, and what made it hold. */
export interface DisclosedLimit {
  readonly name: string;
  readonly value: number;
  readonly unit: string | null;
  /** What it was derived from; null when it was asked for. */
  readonly derivedFrom: string | null;
  /** How often each way was recorded when a sandbox was opened. Empty: not recorded. */
  readonly enforcement: Readonly<Record<string, number>>;
}

type NumberLimit = Exclude<keyof RunLimits, "workingTime">;

const limits: Readonly<Record<NumberLimit, readonly [name: string, unit: string | null]>> = {
  wallClockMs: ["time", "ms"],
  memoryMb: ["memory", "MiB"],
  cpus: ["processors", null],
  gpus: ["graphics cards", null],
  processes: ["processes", null],
  fileSizeMb: ["file size", "MiB"],
  diskMb: ["disk", "MiB"],
  outputBytes: ["output of a command", "bytes"],
  maxCost: ["cost of model calls", "USD"],
  maxTokens: ["tokens", null],
  maxCalls: ["model calls", null],
  maxMessages: ["messages", null],
  rehearsals: ["rehearsal scores", null],
};

/** Limits that the harness counts itself, outside of any sandbox. */
const countedByHarness: ReadonlySet<string> = new Set([
  "maxCost",
  "maxTokens",
  "maxCalls",
  "maxMessages",
  "rehearsals",
] satisfies NumberLimit[]);

export function discloseLimits(plan: GroupPlan, runs: readonly RecordedRun[]): DisclosedLimit[] {
  const names = Object.keys(limits) as NumberLimit[];
  return names.flatMap((key) => {
    const value = plan.limits[key];
    if (value === undefined) return [];
    const [name, unit] = limits[key];
    const derivedFrom = plan.derivedLimits?.[key as DerivableLimit] ?? null;
    return [{ name, value, unit, derivedFrom, enforcement: enforcementOf(key, runs) }];
  });
}

/** The names of the limits that were turned off. */
export function unlimitedOf({ unlimited = [] }: GroupPlan): string[] {
  return unlimited.map((key) => limits[key][0]);
}

function enforcementOf(key: NumberLimit, runs: readonly RecordedRun[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { enforcement } of runs.flatMap(({ sandboxes }) => sandboxes)) {
    const way = countedByHarness.has(key) ? "harness" : enforcement[key as keyof SandboxLimits];
    if (way !== undefined) counts[way] = (counts[way] ?? 0) + 1;
  }
  return counts;
}
