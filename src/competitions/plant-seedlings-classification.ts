import { alignById } from "../grade/align.ts";
import { requireColumns, requireSameLength } from "../grade/checks.ts";
import { countMatches } from "../grade/count-matches.ts";
import { InvalidSubmission } from "../lib/errors.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "plant-seedlings-classification",
  metric: "Micro-averaged F1 score, which is the accuracy when every row has one label",
  submissionFormat: "Columns file (name of the test image) and species: one row per test image, the species by name.",
  grade(submission, answers) {
    requireColumns(submission, "file", "species");
    requireSameLength(submission, answers);
    const prediction = submission.column("species");
    if (prediction.kind !== "text") {
      throw new InvalidSubmission('Column "species" holds no text; the names of the species are expected.');
    }
    const aligned = alignById(submission, answers, "file");
    // Upstream: an empty cell among names is the label "nan": wrong, but no error.
    return countMatches(aligned.answers.column("species"), aligned.submission.column("species")) / answers.length;
  },
});
