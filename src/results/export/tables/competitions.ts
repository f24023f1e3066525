import type { CompetitionFacts } from "../../../facts/facts.ts";
import { type CompetitionFigures, competitionFigures } from "../../competition-figures.ts";
import { knownFacts } from "../../known-standing.ts";
import { byCompetition, competitionsOf, type GradedRun, type ResultSet } from "../../result-set.ts";
import { type Cell, type CellType, type ColumnOf, column, defineTable } from "../table.ts";

interface Row {
  readonly set: ResultSet;
  readonly competitionId: string;
  /** Null for a competition that is not known here. */
  readonly facts: CompetitionFacts | null;
  readonly runs: readonly GradedRun[];
  readonly missing: number;
  /** Null without a graded run. */
  readonly figures: CompetitionFigures | null;
}

function* rowsOf(sets: readonly ResultSet[]): Generator<Row> {
  for (const set of sets) {
    const figures = new Map(competitionFigures(set.runs).map((each) => [each.competitionId, each]));
    const runs = byCompetition(set.runs);
    for (const id of competitionsOf(set)) {
      yield {
        set,
        competitionId: id,
        facts: knownFacts(id),
        runs: runs.get(id) ?? [],
        missing: set.missing.filter(({ competitionId }) => competitionId === id).length,
        figures: figures.get(id) ?? null,
      };
    }
  }
}

const fact = (name: string, type: CellType, meaning: string, value: (facts: CompetitionFacts) => Cell): ColumnOf<Row> =>
  column(name, type, meaning, ({ facts }) => facts && value(facts));

const figure = (
  name: string,
  type: CellType,
  meaning: string,
  value: (figures: CompetitionFigures) => Cell,
): ColumnOf<Row> => column(name, type, meaning, ({ figures }) => figures && value(figures));

function bestScore({ runs }: Row): number | null {
  const scores = runs.flatMap(({ report }) => report.score ?? []);
  if (scores.length === 0) return null;
  return runs[0]!.report.is_lower_better ? Math.min(...scores) : Math.max(...scores);
}

function costOf({ runs }: Row): number | null {
  const costs = runs.flatMap(({ cost }) => (cost === "unknown" ? [] : [cost]));
  return costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0);
}

/** One row per result set and competition. */
export const competitionsTable = defineTable<Row>(
  "competitions",
  [
    column("result_set", "text", "agent's label, folder of its reports, or the given name", ({ set }) => set.label),
    column("competition_id", "text", "the competition", ({ competitionId }) => competitionId),
    fact("name", "text", "its title", ({ name }) => name),
    fact("category", "text", "kind of task, such as `Image Classification`", ({ category }) => category),
    fact("complexity", "text", "`low`, `medium`, `high`, `dev`, `demo` or `custom`", ({ complexity }) => complexity),
    fact("size_gb", "number", "size of the raw data in 10⁹ bytes", ({ sizeGb }) => sizeGb),
    fact("teams", "integer", "teams on the leaderboard", ({ teams }) => teams),
    figure("is_lower_better", "boolean", "whether lower scores are better", ({ better }) => better === "lower"),
    column("graded_runs", "integer", "runs with a result", ({ runs }) => runs.length),
    column(
      "missing_runs",
      "integer",
      "runs without one, which count neither for nor against the agent",
      ({ missing }) => missing,
    ),
    column(
      "submitted_runs",
      "integer",
      "graded runs with a submission",
      ({ runs }) => runs.filter(({ report }) => report.submission_exists).length,
    ),
    column(
      "valid_runs",
      "integer",
      "graded runs with a valid one",
      ({ runs }) => runs.filter(({ report }) => report.valid_submission).length,
    ),
    column(
      "above_median_runs",
      "integer",
      "graded runs better than the median team",
      ({ runs }) => runs.filter(({ report }) => report.above_median).length,
    ),
    column("gold_medals", "integer", "gold medals", ({ figures }) => figures?.medals.gold ?? 0),
    column("silver_medals", "integer", "silver medals", ({ figures }) => figures?.medals.silver ?? 0),
    column("bronze_medals", "integer", "bronze medals", ({ figures }) => figures?.medals.bronze ?? 0),
    figure("mean_score", "number", "mean score of the runs that have one", ({ score }) => score.mean),
    figure(
      "score_standard_error",
      "number",
      "its standard error over the runs; empty for a single one",
      ({ score }) => score.error,
    ),
    column("best_score", "number", "best score", bestScore),
    figure(
      "mean_percentile",
      "number",
      "mean position on the leaderboard, 0 to 100; a run without a score has 0",
      ({ percentile }) => percentile,
    ),
    figure(
      "mean_human_rank",
      "number",
      "mean HumanRank, 0 to 100 (see [results](results.md))",
      ({ humanRank }) => humanRank,
    ),
    figure(
      "mean_normalised_score",
      "number",
      "mean normalised score, 0 to 1 (see [results](results.md))",
      ({ normalisedScore }) => normalisedScore,
    ),
    column("cost_usd", "number", "US dollars for model calls of the graded runs whose cost is known", costOf),
  ],
  rowsOf,
);
