import { asFloats } from "../frame/as-floats.ts";
import { asText } from "../frame/as-text.ts";
import { requireColumns } from "../grade/checks.ts";
import { finiteFloats } from "../grade/finite-floats.ts";
import { joinById } from "../grade/join-by-id.ts";
import { logMeanAbsoluteErrorByGroup } from "../metrics/log-mean-absolute-error-by-group.ts";
import { defineCompetition } from "./define.ts";

const target = "scalar_coupling_constant";

export default defineCompetition({
  id: "champs-scalar-coupling",
  metric: "Logarithm of the mean absolute error per coupling type, averaged over types",
  submissionFormat:
    "Columns id and scalar_coupling_constant: one row per pair of atoms of the test molecules, the predicted coupling.",
  knownProblems: [
    "The public data lacks the structures of the test molecules.",
    "A type without any error scores minus infinity, and so does the whole submission.",
    "An id that appears several times counts several times.",
  ],
  grade(submission, answers) {
    requireColumns(submission, target, "id");
    const joined = joinById(submission, answers, "id");
    finiteFloats(submission.column(target));
    return logMeanAbsoluteErrorByGroup(
      asFloats(joined.answers.column(target)),
      asFloats(joined.submission.column(target)),
      { groups: asText(joined.answers.column("type")) },
    );
  },
});
