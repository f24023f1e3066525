import { asFloats } from "../frame/as-floats.ts";
import { textAt } from "../frame/as-text.ts";
import { Frame } from "../frame/frame.ts";
import { labelAt } from "../frame/labels.ts";
import { sortIndexOrder } from "../frame/sort-values.ts";
import { requireSameLength } from "../grade/checks.ts";
import { requireExactColumns } from "../grade/exact-columns.ts";
import { meanAuc } from "../grade/mean-auc.ts";
import { rankableScores } from "../grade/rankable-scores.ts";
import { InvalidSubmission } from "../lib/errors.ts";
import type { Label } from "../lib/numeric/label.ts";
import { splitRows } from "../prepare/split.ts";
import { defineCompetition } from "./define-competition.ts";

const labels = ["toxic", "severe_toxic", "obscene", "threat", "insult", "identity_hate"];

export default defineCompetition({
  id: "jigsaw-toxic-comment-classification-challenge",
  metric: "Mean of the areas under the ROC curve of six labels",
  submissionFormat: `Columns id, ${labels.join(", ")} in this order and no others: one row per test comment, with a number for every label; higher means more likely.`,
  knownProblems: [
    "Columns are compared by position, not by name: labels in another order are scored against the wrong answers without a warning.",
    "The leaderboard is crowded: the thresholds are so close to each other that chance decides medals.",
  ],
  grade(submission, answers) {
    requireSameLength(submission, answers);
    requireExactColumns(submission, "id", ...labels);

    const scored = scoredIds(answers);
    const sorted = sortByIndex(answers);
    const ids = sorted.column("id");
    const truth = sorted.filter((row) => scored.get(labelAt(ids, row)!)!);
    const prediction = scoredRows(sortByIndex(submission), scored);
    if (prediction.length !== truth.length) {
      throw new InvalidSubmission(
        'Column "id": some ids are repeated and others missing. Use every id of the sample submission once.',
      );
    }
    // Upstream: columns are compared by position, not by name.
    const columns = (frame: Frame) => frame.names.filter((name) => name !== "id").map((name) => frame.column(name));
    return meanAuc(columns(truth), columns(prediction));
  },

  async prepare({ extract, open, write }) {
    const unpack = async (name: string) => open(await extract(`${name}.zip`, name));
    let sample = await unpack("sample_submission.csv");
    for (const label of labels) sample = sample.with(label, { float: 0.5 });
    write("public/train.csv", await unpack("train.csv"));
    write("public/test.csv", await unpack("test.csv"));
    write("public/sample_submission.csv", sample);
    write("private/test.csv", await unpack("test_labels.csv"));
  },
  async rehearse({ open, write }) {
    const { train, test } = splitRows(open("train.csv"), {});
    const answers = test.select("id", ...labels);
    write("public/train.csv", train);
    write("public/test.csv", test.select("id", "comment_text"));
    write(
      "public/sample_submission.csv",
      labels.reduce((sample, label) => sample.with(label, { float: 0.5 }), answers),
    );
    write("private/test.csv", answers);
  },
  checks: {
    disjoint: { train: "public/train.csv", test: "private/test.csv", id: "id" },
    hidden: { file: "public/test.csv", columns: labels },
  },
});

function sortByIndex(frame: Frame): Frame {
  const order = sortIndexOrder(frame.column("id"));
  return order === null ? frame : frame.take(order);
}

/** Whether each id of the answers is scored: Kaggle marked the other rows with -1 in all columns. */
function scoredIds(answers: Frame): Map<Label, boolean> {
  const ids = answers.column("id");
  const values = labels.map((label) => asFloats(answers.column(label)));
  const scored = new Map<Label, boolean>();
  for (let row = 0; row < answers.length; row += 1) {
    scored.set(labelAt(ids, row)!, values.reduce((sum, column) => sum + column[row]!, 0) >= 0);
  }
  return scored;
}

/**
 * The rows of the submission whose id is scored. Only their values must be numbers.
 *
 * Upstream: a repeated id is accepted as long as the number of scored rows is right.
 */
function scoredRows(submission: Frame, scored: ReadonlyMap<Label, boolean>): Frame {
  const ids = submission.column("id");
  const rows = submission.filter((row) => {
    const id = labelAt(ids, row);
    const isScored = id === null ? undefined : scored.get(id);
    if (isScored !== undefined) return isScored;
    throw new InvalidSubmission(
      `Column "id" holds "${textAt(ids, row).slice(0, 60)}", which is not an id of the sample submission.`,
    );
  });
  const keptIds = rows.column("id");
  const scores = rankableScores(
    rows.names.filter((name) => name !== "id").map((name) => rows.column(name)),
    (row) => `the row of id "${textAt(keptIds, row).slice(0, 60)}"`,
  );
  return Frame.of([keptIds, ...scores]);
}
