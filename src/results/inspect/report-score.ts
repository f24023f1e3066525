import { type CompetitionReport, medalOf } from "../../grade/report.ts";
import type { InspectScore } from "./log-types.ts";

/** What a log calls our grader. */
export const scorerName = "mlebench";

/** The values of a sample's score. The first one is what lists of logs show. */
export const scoreNames = [
  "any_medal",
  "valid_submission",
  "above_median",
  "gold",
  "silver",
  "bronze",
  "score",
  "percentile",
] as const;

/**
 * A report as a score. The whole report is in `metadata`, and once more as text in `explanation`: that is where Inspect's own eval
 * of MLE-bench has it, so programs that read its logs find ours as well.
 */
export function reportScore(report: CompetitionReport): InspectScore {
  const value: Record<(typeof scoreNames)[number], boolean | number | null> = {
    any_medal: report.any_medal,
    valid_submission: report.valid_submission,
    above_median: report.above_median,
    gold: report.gold_medal,
    silver: report.silver_medal,
    bronze: report.bronze_medal,
    score: report.score,
    percentile: report.extra.percentile,
  };
  const explanation = JSON.stringify(report);
  return {
    value,
    answer: medalOf(report) ?? (report.valid_submission ? "no medal" : "no valid submission"),
    explanation,
    metadata: JSON.parse(explanation) as Record<string, unknown>,
    history: [],
  };
}
