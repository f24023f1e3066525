import type { Label } from "../frame/labels.ts";
import { classMetricByColumn } from "../grade/class-metric-by-column.ts";
import { matthewsCorrelation } from "../metrics/matthews-correlation.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "nfl-player-contact-detection",
  metric: "Matthews correlation coefficient",
  submissionFormat:
    "Columns contact_id and contact. One row per pair of players (or player and ground) and step; contact is 0 or 1.",
  grade: classMetricByColumn({ id: "contact_id", target: "contact" }, (truth, prediction) =>
    matthewsCorrelation(truth, likeNumpy(prediction)),
  ),
});

/** Upstream: one label of 2^63 or more and numpy turns all of them into doubles, in which close ones are equal. */
function likeNumpy(labels: ArrayLike<Label>): ArrayLike<Label> {
  if (labels instanceof Float64Array) return labels;
  const all = Array.from(labels);
  return all.some((label) => typeof label === "bigint" && label >= 2n ** 63n) ? all.map(Number) : all;
}
