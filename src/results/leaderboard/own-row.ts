import { dirname } from "node:path";
import { type GroupPlan, namedModels, readPlan } from "../../runs/record/group-plan.ts";
import { isIsolated } from "../../sandboxes/index.ts";
import { aggregateSplit, type SplitResult } from "../aggregate-split.ts";
import type { SeedOptions } from "../arrange-seeds.ts";
import { type BenchmarkSplit, benchmarkSplits, withoutClosed } from "../benchmark-splits.ts";
import type { Conditions, GradedRun, ResultSet } from "../result-set.ts";
import { type Hardware, type LeaderboardRow, type MedalPercent, publishedEdition } from "./leaderboard-row.ts";
import type { LeaderboardSplit } from "./leaderboard-splits.ts";

/** A result set as a row of the leaderboard. */
export function ownRow(set: ResultSet, options: SeedOptions): LeaderboardRow {
  const graded = set.runs.filter(({ conditions }) => isComparable(conditions));
  const results = benchmarkSplits().map((split) => aggregateSplit(graded, split, options));
  const plans = plansOf(set);
  return {
    origin: "own",
    agent: set.label,
    models: modelsOf(plans),
    modelNote: null,
    medalPercent: Object.fromEntries(results.map((result) => [result.split.name, percentOf(result)])) as Record<
      LeaderboardSplit,
      MedalPercent | null
    >,
    hours: hoursOf(set.runs),
    date: newestDay(set.runs),
    network: onlyOne(set.runs, ({ conditions }) => conditions.network) ?? "unknown",
    isolation: onlyOne(set.runs, ({ conditions }) => conditions.isolation) ?? "unknown",
    hardware: hardwareOf(plans),
    usesLeakage: null,
    sources: set.sources,
    remarks: [...editionRemarks(set.runs, graded), ...results.flatMap((result) => splitRemarks(graded, result))],
  };
}

function isComparable({ edition }: Conditions): boolean {
  return edition === publishedEdition || edition === "unknown";
}

function percentOf({ percent, seeds, padded }: SplitResult): MedalPercent | null {
  const { mean, error } = percent.anyMedal;
  return mean === null ? null : { mean, error, padded: padded > 0, seeds };
}

/** The plans of the groups that a set was read from; null unless all of its runs are from groups. */
function plansOf({ runs, missing }: ResultSet): GroupPlan[] | null {
  const folders = [...runs.map(({ record }) => record?.folder ?? null), ...missing.map(({ folder }) => folder)];
  if (folders.length === 0 || folders.includes(null)) return null;
  return [...new Set(folders.map((folder) => dirname(folder!)))].map(readPlan);
}

function modelsOf(plans: readonly GroupPlan[] | null): string | null {
  if (plans === null) return null;
  const named = plans.map(({ models, sandbox }) => {
    if (models !== undefined) return namedModels(models);
    // A program with keys of its own may have reached any model.
    return sandbox.network === "none" && isIsolated(sandbox.name) ? ["none"] : null;
  });
  return named.includes(null) ? null : [...new Set(named.flat())].join(", ");
}

/** Unknown where groups differ. */
function hardwareOf(plans: readonly GroupPlan[] | null): Hardware | null {
  const each = (plans ?? []).map(({ limits }): Hardware => {
    return { cpus: limits.cpus ?? null, memoryMb: limits.memoryMb ?? null, gpus: limits.gpus ?? 0 };
  });
  const [first] = each;
  return first !== undefined && each.every((other) => JSON.stringify(other) === JSON.stringify(first)) ? first : null;
}

function hoursOf(runs: readonly GradedRun[]): number | null {
  const limit = onlyOne(runs, ({ conditions }) => conditions.timeLimit);
  return typeof limit === "number" ? limit / 3_600_000 : null;
}

/** The value that all runs have; null when they differ. */
function onlyOne<T>(runs: readonly GradedRun[], read: (run: GradedRun) => T): T | null {
  const values = new Set(runs.map(read));
  return values.size === 1 ? [...values][0]! : null;
}

function newestDay(runs: readonly GradedRun[]): string | null {
  const days = runs.map(({ report }) => report.created_at?.slice(0, 10) ?? "").filter((day) => /^[\d-]{10}$/.test(day));
  return days.sort().at(-1) ?? null;
}

function editionRemarks(runs: readonly GradedRun[], graded: readonly GradedRun[]): string[] {
  const others = runs.length - graded.length;
  if (others === 0) return [];
  return [
    `${others} runs were graded by other rules than edition ${publishedEdition}, the published one, and are left out.`,
  ];
}

function splitRemarks(runs: readonly GradedRun[], result: SplitResult): string[] {
  const { split, seeds, padded, leftOut, absent } = result;
  const total = split.competitionIds.length;
  if (absent.length === total) return [`${split.name}: none of its ${total} competitions has a graded run.`];
  if (seeds === 0)
    return [
      `${split.name}: ${absent.length} of its ${total} competitions have no graded run.`,
      ...smaller(runs, split),
    ];
  return [
    ...(padded === 0 ? [] : [`${split.name}: ${padded} missing runs count as failed.`]),
    ...(leftOut === 0 ? [] : [`${split.name}: ${leftOut} graded runs belong to no complete seed and are left out.`]),
  ];
}

/** What the split gives without the competitions that can no longer be joined, if it is complete then. */
function smaller(runs: readonly GradedRun[], split: BenchmarkSplit): string[] {
  const open = withoutClosed(split);
  const mean = open === null ? null : aggregateSplit(runs, open, { padMissing: false }).percent.anyMedal.mean;
  if (open === null || mean === null) return [];
  return [
    `${split.name}: ${mean.toFixed(2)} over the ${open.competitionIds.length} competitions that can still be joined, which is not the published figure.`,
  ];
}
