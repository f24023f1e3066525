import { aucByColumn } from "../grade/auc-by-column.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "random-acts-of-pizza",
  metric: "Area under the ROC curve",
  submissionFormat:
    "Columns request_id and requester_received_pizza: one row per test request, the probability from 0 to 1 that a pizza was received.",
  knownProblems: ["The field giver_username_if_known reveals the outcome; top leaderboard scores of 1.0 rest on it."],
  grade: aucByColumn({ id: "request_id", target: "requester_received_pizza" }),
});
