import { asFloats } from "../frame/as-floats.ts";
import { NumberColumn } from "../frame/column.ts";
import { alignById } from "../grade/align.ts";
import { requireColumns, requireFinite, requireSameLength } from "../grade/checks.ts";
import { weightedRocAuc } from "../metrics/weighted-roc-auc.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "alaska2-image-steganalysis",
  metric: "Area under the ROC curve, true positive rates up to 0.4 weighing twice",
  submissionFormat:
    "Columns Id and Label. One row per test image; Label is a finite number, the higher the likelier a hidden message.",
  grade(submission, answers) {
    requireSameLength(submission, answers);
    requireColumns(submission, "Id", "Label");
    requireFinite(new NumberColumn("Label", "float64", asFloats(submission.column("Label"))));
    const aligned = alignById(submission, answers, "Id");
    return weightedRocAuc(asFloats(aligned.answers.column("Label")), asFloats(aligned.submission.column("Label")));
  },
});
