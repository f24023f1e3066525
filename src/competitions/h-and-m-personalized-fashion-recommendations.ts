import { sortBy } from "../grade/align.ts";
import { requireExactColumns } from "../grade/exact-columns.ts";
import { matchSortedIds } from "../grade/match-sorted-ids.ts";
import { meanPrecisionOfLists } from "../grade/mean-precision-of-lists.ts";
import { InvalidSubmission } from "../lib/errors.ts";
import { defineCompetition } from "./define.ts";

const id = "customer_id";

export default defineCompetition({
  id: "h-and-m-personalized-fashion-recommendations",
  metric: "Mean average precision at 12",
  submissionFormat:
    "Columns customer_id and prediction and no others: one row per customer, up to 12 article ids separated by single blanks, best first, written without leading zeros.",
  knownProblems: [
    "The answers lost the leading zero of the article ids: predictions written as on Kaggle (0706016001) never match.",
    "A customer who appears twice shifts all rows after it, which are then compared with other customers' answers.",
  ],
  grade(submission, answers) {
    requireExactColumns(submission, id, "prediction");
    const sorted = sortBy(submission, id);
    const expected = sortBy(answers, id);
    const { known, missing } = matchSortedIds(sorted.column(id), expected.column(id));
    if (missing > 0) {
      throw new InvalidSubmission(
        `Column "${id}" lacks ${missing} of the expected customers. Keep a row for every customer of the sample submission.`,
      );
    }
    // Upstream: customers without answers are dropped, then both sides are paired row by row.
    return meanPrecisionOfLists({ submission: sorted.take(known), answers: expected }, { target: "prediction", k: 12 });
  },
});
