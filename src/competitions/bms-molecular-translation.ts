import { asText } from "../frame/as-text.ts";
import { alignById } from "../grade/align.ts";
import { requireColumns, requireSameLength } from "../grade/checks.ts";
import { meanLevenshtein } from "../metrics/mean-levenshtein.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "bms-molecular-translation",
  metric: "Mean Levenshtein distance in characters",
  submissionFormat: "Columns image_id and InChI: one row per test image, the InChI text of the molecule it shows.",
  grade(submission, answers) {
    requireSameLength(submission, answers);
    requireColumns(submission, "image_id", "InChI");
    const aligned = alignById(submission, answers, "image_id");
    // Upstream: whatever the cells hold is compared as pandas prints it, an empty one as "nan".
    return meanLevenshtein(asText(aligned.answers.column("InChI")), asText(aligned.submission.column("InChI")));
  },
});
