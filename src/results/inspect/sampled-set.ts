import { groupBy } from "../../lib/group-by.ts";
import type { GroupPlan } from "../../runs/record/group-plan.ts";
import { listRuns, type RunEntry } from "../export/run-entry.ts";
import type { MissingRun, ResultSet } from "../result-set.ts";

/** A run that becomes a sample of a log. Inspect counts the tries of a sample from 1 and calls them epochs. */
export interface SampledRun {
  readonly entry: RunEntry;
  readonly epoch: number;
}

/** The runs that share a log: those of one run group, or all those of a result set that only reports know. */
export interface SampledSet {
  /** Makes the ids in the log unique. */
  readonly name: string;
  readonly label: string;
  readonly sources: readonly string[];
  readonly plan: GroupPlan | null;
  readonly createdAt: string;
  /** Those that have ended. */
  readonly runs: readonly SampledRun[];
  /** Runs without a result, those included that have not ended and are no samples. */
  readonly missing: readonly MissingRun[];
}

/** Distributes the runs of result sets over logs. */
export function sampledSets(sets: readonly ResultSet[]): SampledSet[] {
  return sets.flatMap((set) => {
    const groups = groupBy([...listRuns([set])], ({ plan }) => plan?.name ?? null);
    return [...groups.values()].map(sampledSet);
  });
}

function sampledSet(entries: readonly RunEntry[]): SampledSet {
  const { plan, label } = entries[0]!;
  const sources = [...new Set(entries.map(({ source }) => source))];
  const ended = entries.filter(({ missing }) => missing?.why !== "not finished");
  return {
    name: plan?.name ?? JSON.stringify([label, sources]),
    label,
    sources,
    plan,
    createdAt: plan?.createdAt ?? firstReport(entries),
    runs: inEpochs(ended),
    missing: entries.flatMap(({ missing }) => missing ?? []),
  };
}

/** Its seed decides. Runs without one, or whose epoch is taken, get the next that is free for their competition. */
function inEpochs(entries: readonly RunEntry[]): SampledRun[] {
  const taken = new Set<string>();
  const isFree = (id: string, epoch: number): boolean => epoch > 0 && !taken.has(`${epoch} ${id}`);
  return entries.map((entry) => {
    let epoch = entry.seed === null ? 1 : entry.seed + 1;
    if (!isFree(entry.competitionId, epoch)) for (epoch = 1; !isFree(entry.competitionId, epoch); ) epoch += 1;
    taken.add(`${epoch} ${entry.competitionId}`);
    return { entry, epoch };
  });
}

/** When the first of their submissions was graded. Reports have no time zone: it is taken to be UTC. */
function firstReport(entries: readonly RunEntry[]): string {
  const times = entries.flatMap(({ graded }) => (graded === null ? [] : [Date.parse(`${graded.report.created_at}Z`)]));
  const known = times.filter((time) => !Number.isNaN(time));
  return new Date(known.length === 0 ? 0 : Math.min(...known)).toISOString();
}
