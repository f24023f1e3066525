import { logLossByColumn } from "../grade/log-loss-by-column.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "statoil-iceberg-classifier-challenge",
  metric: "Log loss",
  submissionFormat:
    "Columns id and is_iceberg. One row per test radar image; is_iceberg is the probability, from 0 to 1, of an iceberg.",
  rounding: "python",
  grade: logLossByColumn({ id: "id", target: "is_iceberg" }),
});
