import { aucByColumn } from "../grade/auc-by-column.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "mlsp-2013-birds",
  metric: "Area under the ROC curve",
  submissionFormat:
    "Columns Id (recording number times 100 plus species number) and Probability: one row per recording and species, the probability from 0 to 1 that the species is heard.",
  knownProblems: [
    "Three of the public text files carry the header of the histogram file, which does not describe their content.",
  ],
  grade: aucByColumn({ id: "Id", target: "Probability" }),
});
