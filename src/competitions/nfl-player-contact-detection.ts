import { classMetricByColumn } from "../grade/class-metric-by-column.ts";
import { matthewsCorrelation } from "../metrics/matthews-correlation.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "nfl-player-contact-detection",
  metric: "Matthews correlation coefficient",
  submissionFormat:
    "Columns contact_id and contact. One row per pair of players (or player and ground) and step; contact is 0 or 1.",
  grade: classMetricByColumn({ id: "contact_id", target: "contact" }, matthewsCorrelation),
});
