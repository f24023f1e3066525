import { join } from "node:path";
import { readJournal, readLastEvent } from "../../lib/journal/read-journal.ts";
import type { CallRecord } from "../../models/ledger/call-record.ts";
import type { RunEvent } from "../../runs/record/run-events.ts";
import { runFiles } from "../../runs/record/run-folder.ts";
import { aggregateSplit, type Figure } from "../aggregate-split.ts";
import { competitionsOf } from "../result-set.ts";
import type { InspectHeader, InspectUsage } from "./log-types.ts";
import { type scoreNames, scorerName } from "./report-score.ts";
import type { SampledSet } from "./sampled-set.ts";
import { addUsage, usageBy } from "./usage.ts";

/** The scores that are shares of runs, in the order of `scoreNames`, and what reports call them. */
const shares: readonly (readonly [name: (typeof scoreNames)[number], figure: Figure])[] = [
  ["any_medal", "anyMedal"],
  ["valid_submission", "valid"],
  ["above_median", "aboveMedian"],
  ["gold", "gold"],
  ["silver", "silver"],
  ["bronze", "bronze"],
];

/**
 * The results in a log's header. Mean and standard error are those of `mlebench report`: over complete seeds. Inspect's own eval
 * gives the standard error over competitions, which is another figure; ours has a name of its own.
 */
export function logResults(set: SampledSet): InspectHeader["results"] {
  const runs = set.runs.flatMap(({ entry }) => entry.graded ?? []);
  const competitionIds = competitionsOf({ label: "", sources: [], runs, missing: set.missing });
  const { percent, seeds } = aggregateSplit(runs, { name: "selected", competitionIds }, { padMissing: false });
  const scores = shares.map(([name, figure]) => ({
    name,
    scorer: scorerName,
    scored_samples: runs.length,
    unscored_samples: set.runs.length - runs.length,
    params: {},
    metrics: metricsOf(percent[figure]),
    metadata: { complete_seeds: seeds },
  }));
  return { total_samples: set.runs.length, completed_samples: runs.length, scores };
}

function metricsOf({ mean, error }: { readonly mean: number | null; readonly error: number | null }) {
  const metric = (name: string, percent: number | null, params: object) =>
    percent === null ? {} : { [name]: { name, value: percent / 100, params } };
  return { ...metric("mean", mean, {}), ...metric("sem", error, { over: "seeds" }) };
}

/** What all runs used together. Reads their calls one run at a time. */
export function logStats(set: SampledSet): InspectHeader["stats"] {
  const models: Record<string, InspectUsage> = {};
  const roles: Record<string, InspectUsage> = {};
  let completedAt = set.plan === null ? "" : set.createdAt;
  for (const { entry } of set.runs) {
    if (entry.folder === null) continue;
    const calls = readJournal<CallRecord>(join(entry.folder, runFiles.calls));
    addTo(
      models,
      usageBy(calls, (call) => call.model),
    );
    addTo(
      roles,
      usageBy(calls, (call) => call.role),
    );
    const time = readLastEvent<RunEvent>(join(entry.folder, runFiles.events))?.time ?? "";
    if (time > completedAt) completedAt = time;
  }
  return {
    started_at: set.createdAt,
    completed_at: completedAt || set.createdAt,
    model_usage: models,
    role_usage: roles,
    connection_limit_history: [],
  };
}

function addTo(sums: Record<string, InspectUsage>, more: Readonly<Record<string, InspectUsage>>): void {
  for (const [name, usage] of Object.entries(more)) sums[name] = addUsage(sums[name], usage);
}
