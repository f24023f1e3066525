import { alignByIdSet } from "../grade/align-by-id-set.ts";
import { requireSameLength } from "../grade/checks.ts";
import { requireExactColumns } from "../grade/exact-columns.ts";
import { meanPrecisionOfLists } from "../grade/mean-precision-of-lists.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "whale-categorization-playground",
  metric: "Mean average precision at 5",
  submissionFormat:
    "Columns Image and Id and no others: one row per test image, up to five whale ids separated by single blanks, best first; new_whale for a whale not in the training data.",
  grade(submission, answers) {
    requireExactColumns(submission, "Image", "Id");
    requireSameLength(submission, answers);
    return meanPrecisionOfLists(alignByIdSet(submission, answers, "Image"), { target: "Id", k: 5 });
  },
});
