import type { Column } from "../frame/column.ts";
import { alignById } from "../grade/align.ts";
import { requireColumns, requireNumbers, requireSameLength } from "../grade/checks.ts";
import { InvalidSubmission } from "../lib/errors.ts";
import { biasAuc } from "../metrics/bias-auc.ts";
import { splitRows } from "../prepare/split.ts";
import { defineCompetition } from "./define-competition.ts";

const identities = [
  "male",
  "female",
  "homosexual_gay_or_lesbian",
  "christian",
  "jewish",
  "muslim",
  "black",
  "white",
  "psychiatric_or_mental_illness",
];

export default defineCompetition({
  id: "jigsaw-unintended-bias-in-toxicity-classification",
  metric: "Overall ROC AUC combined with three ROC AUCs per identity that measure unintended bias",
  submissionFormat:
    "Columns id and prediction. One row per test comment; prediction is the likelihood that it is toxic.",
  knownProblems: ["Unlike on Kaggle, predictions are rounded to 0 and 1 at 0.5 first: only the side of 0.5 counts."],
  grade(submission, answers) {
    requireColumns(submission, "id");
    // Upstream: the answers, which have `toxicity` in place of `prediction`, can be submitted; having both columns fails.
    const target = submission.has("prediction") ? "prediction" : submission.has("toxicity") ? "toxicity" : null;
    if (target === null) requireColumns(submission, "prediction");
    if (target === "prediction" && submission.has("toxicity")) {
      throw new InvalidSubmission('Found both columns "toxicity" and "prediction": remove "toxicity".');
    }
    const predictions = submission.column(target!);
    if (predictions.kind === "text") requireNumbers(predictions);
    requireSameLength(submission, answers);
    const aligned = alignById(submission, answers, "id");
    return biasAuc(isLikely(aligned.answers.column("toxicity")), isLikely(aligned.submission.column(target!)), {
      identities: identities.map((name) => isLikely(aligned.answers.column(name))),
    });
  },

  async prepare({ open, write, place }) {
    const test = open("test_private_expanded.csv");
    place("train.csv", "public/train.csv");
    write("public/test.csv", test.select("id", "comment_text"));
    write("public/sample_submission.csv", test.select("id").with("prediction", { float: 0 }));
    place("test_private_expanded.csv", "private/test.csv");
  },
  async rehearse({ open, write }) {
    const { train, test } = splitRows(open("train.csv"), {});
    write("public/train.csv", train);
    write("public/test.csv", test.select("id", "comment_text"));
    write("public/sample_submission.csv", test.select("id").with("prediction", { float: 0 }));
    write("private/test.csv", test.renamed({ target: "toxicity" }));
  },
  checks: { hidden: { file: "public/test.csv", columns: ["toxicity", ...identities] } },
});

/** 1 for values of at least 0.5, else 0, also for gaps. */
function isLikely(column: Column): Float64Array {
  const likely = new Float64Array(column.length);
  if (column.kind === "text") return likely;
  for (let row = 0; row < likely.length; row += 1) likely[row] = column.values[row]! >= 0.5 ? 1 : 0;
  return likely;
}
