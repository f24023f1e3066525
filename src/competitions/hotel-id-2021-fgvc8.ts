import { alignByIdSet } from "../grade/align-by-id-set.ts";
import { requireColumns, requireSameLength } from "../grade/checks.ts";
import { meanPrecisionOfLists } from "../grade/mean-precision-of-lists.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "hotel-id-2021-fgvc8",
  metric: "Mean average precision at 5",
  submissionFormat:
    "Columns image and hotel_id: one row per test image, up to five hotel ids separated by single blanks, best first.",
  knownProblems: [
    "If every row holds one hotel id, an empty cell turns all ids into decimal numbers and nothing matches.",
  ],
  grade(submission, answers) {
    requireColumns(submission, "image", "hotel_id");
    requireSameLength(submission, answers);
    return meanPrecisionOfLists(alignByIdSet(submission, answers, "image"), { target: "hotel_id", k: 5 });
  },
});
