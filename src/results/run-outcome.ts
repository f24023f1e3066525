import { medalOf } from "../grade/report.ts";
import type { GradedRun } from "./result-set.ts";

/** How a graded run ended, from best to worst. */
export const outcomes = ["gold", "silver", "bronze", "above median", "below median", "failed"] as const;
export type Outcome = (typeof outcomes)[number];

/** `failed`: no valid submission. */
export function outcomeOf({ report }: Pick<GradedRun, "report">): Outcome {
  if (!report.valid_submission) return "failed";
  return medalOf(report) ?? (report.above_median ? "above median" : "below median");
}
