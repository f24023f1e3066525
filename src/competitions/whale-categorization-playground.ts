import { asText, textAt } from "../frame/as-text.ts";
import { type Column, TextColumn } from "../frame/column.ts";
import { labelAt, toLabels } from "../frame/labels.ts";
import { alignByIdSet } from "../grade/align-by-id-set.ts";
import { requireSameLength } from "../grade/checks.ts";
import { requireExactColumns } from "../grade/exact-columns.ts";
import { meanPrecisionOfLists } from "../grade/mean-precision-of-lists.ts";
import type { Label } from "../lib/numeric/label.ts";
import { NumpyGenerator } from "../lib/random/numpy-generator.ts";
import { sampleRows } from "../lib/random/pandas-sample.ts";
import { placeById } from "../prepare/place-by-id.ts";
import { splitList } from "../prepare/split.ts";
import { defineCompetition } from "./define-competition.ts";

type Part = "train" | "test";

export default defineCompetition({
  id: "whale-categorization-playground",
  metric: "Mean average precision at 5",
  submissionFormat:
    "Columns Image and Id and no others: one row per test image, with up to five whale ids separated by single blanks, best first, with new_whale for a whale that is not in the training data.",
  grade(submission, answers) {
    requireExactColumns(submission, "Image", "Id");
    requireSameLength(submission, answers);
    return meanPrecisionOfLists(alignByIdSet(submission, answers, "Image"), { target: "Id", k: 5 });
  },

  async prepare(context) {
    const { open, write } = context;
    const images = open("train.csv");
    const whales = images.column("Id");
    const parts = assignParts(whales);
    const train = images.filter((row) => parts[row] === "train");
    const test = images.filter((row) => parts[row] === "test");
    write("public/train.csv", train);

    // Nothing can name a whale that is only in the test set.
    const known = new Set(toLabels(train.column("Id")));
    const truth = test.column("Id");
    const names = toLabels(truth).map((whale, row) => (known.has(whale) ? textAt(truth, row) : "new_whale"));
    write("private/test.csv", test.with("Id", TextColumn.from("Id", names)));
    write("public/sample_submission.csv", test.with("Id", "new_whale w_1287fbc w_98baff9 w_7554f44 w_1eafe46"));

    placeById(context, asText(train.column("Image")), { from: "train", to: "public/train", ending: "" });
    placeById(context, asText(test.column("Image")), { from: "train", to: "public/test", ending: "" });
  },
  checks: { disjoint: { train: "public/train.csv", test: "private/test.csv", id: "Image" } },
});

/**
 * Which part each image goes to: of each whale with several images, one to train and one to test; a whale's only image to
 * either at random; all others by the usual split.
 */
function assignParts(whales: Column): Part[] {
  const rowsByWhale = new Map<Label, number[]>();
  for (let row = 0; row < whales.length; row += 1) {
    const whale = labelAt(whales, row)!;
    const rows = rowsByWhale.get(whale);
    if (rows === undefined) rowsByWhale.set(whale, [row]);
    else rows.push(row);
  }
  const parts = new Array<Part | undefined>(whales.length);
  const generator = new NumpyGenerator(0);
  for (const rows of rowsByWhale.values()) {
    if (rows.length === 1) {
      const [choice] = generator.choice({ p: [1 - 0.1, 0.1], size: 1, replace: false });
      parts[rows[0]!] = choice === 0 ? "train" : "test";
    } else {
      const [first, second] = sampleRows(rows.length, { n: 2, seed: 0 });
      parts[rows[first!]!] = "train";
      parts[rows[second!]!] = "test";
    }
  }
  const undecided = Array.from(parts.keys()).filter((row) => parts[row] === undefined);
  const { train, test } = splitList(undecided, { testSize: 0.1 });
  for (const row of train) parts[row] = "train";
  for (const row of test) parts[row] = "test";
  return parts as Part[];
}
