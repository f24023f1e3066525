import { basename, dirname } from "node:path";
import { type GroupPlan, readPlan } from "../../runs/record/group-plan.ts";
import type { GradedRun, MissingRun, ResultSet } from "../result-set.ts";
import { type ColumnOf, column } from "./table.ts";

/** One run of a result set, graded or not. */
export interface RunEntry {
  readonly label: string;
  readonly competitionId: string;
  readonly source: string;
  readonly seed: number | null;
  /** The name of the run's folder, where it is known. */
  readonly id: string | null;
  /** Null for a run that only a report knows. */
  readonly folder: string | null;
  /** Of its group. */
  readonly plan: GroupPlan | null;
  readonly graded: GradedRun | null;
  readonly missing: MissingRun | null;
}

/** The runs of each set: first those with a result, then those without. */
export function* listRuns(sets: readonly ResultSet[]): Generator<RunEntry> {
  const plans = new Map<string, GroupPlan>();
  const planOf = (folder: string): GroupPlan => {
    const group = dirname(folder);
    const plan = plans.get(group) ?? readPlan(group);
    plans.set(group, plan);
    return plan;
  };
  for (const { label, runs, missing } of sets) {
    for (const run of runs) {
      const folder = run.record?.folder ?? null;
      yield { ...entryOf(label, run, folder, planOf), id: idOf(run, folder), graded: run, missing: null };
    }
    for (const run of missing) {
      const { folder } = run;
      const id = folder === null ? null : basename(folder);
      yield { ...entryOf(label, run, folder, planOf), id, graded: null, missing: run };
    }
  }
}

function entryOf(
  label: string,
  { competitionId, source, seed }: GradedRun | MissingRun,
  folder: string | null,
  planOf: (folder: string) => GroupPlan,
) {
  const plan = folder === null ? null : planOf(folder);
  return { label, competitionId, source, seed: seed === "unknown" ? null : seed, folder, plan };
}

function idOf({ report }: GradedRun, folder: string | null): string | null {
  return folder === null ? (report.extra.run ?? null) : basename(folder);
}

/** The columns that say which run a row is about: the same in every table of runs, so that tables can be joined. */
export function runColumns<Row>(entryOf: (row: Row) => RunEntry): ColumnOf<Row>[] {
  return [
    column(
      "result_set",
      "text",
      "agent's label, folder of its reports, or the given name",
      (row) => entryOf(row).label,
    ),
    column("source", "text", "run group or file", (row) => entryOf(row).source),
    column("competition_id", "text", "the competition", (row) => entryOf(row).competitionId),
    column("seed", "integer", "the seed", (row) => entryOf(row).seed),
    column("run", "text", "name of the run's folder", (row) => entryOf(row).id),
  ];
}
