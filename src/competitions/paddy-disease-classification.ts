import { asText } from "../frame/as-text.ts";
import type { TableView } from "../frame/table-view.ts";
import { alignById } from "../grade/align.ts";
import { requireColumns, requireSameLength } from "../grade/checks.ts";
import { countMatches } from "../grade/count-matches.ts";
import { firstGap, requireClasses } from "../grade/require-classes.ts";
import { requireCommonIntegers } from "../grade/require-common-integers.ts";
import { placeFiles } from "../prepare/place-files.ts";
import { splitRows } from "../prepare/split.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "paddy-disease-classification",
  metric: "Accuracy",
  submissionFormat:
    "Columns image_id (file name) and label: one row per test image, with the name of the disease, or normal. Empty labels count as wrong.",
  rounding: "python",
  grade(submission, answers) {
    requireColumns(submission, "image_id", "label");
    requireSameLength(submission, answers);
    const prediction = submission.column("label");
    // Upstream: gaps become "", which turns a column of numbers into text. Text can always be compared, and is wrong.
    if (firstGap(prediction) < 0) {
      requireClasses(answers.column("label"), prediction);
      if (prediction.kind === "uint64") requireCommonIntegers("label", prediction.wide!);
    }
    const aligned = alignById(submission, answers, "image_id");
    return countMatches(aligned.answers.column("label"), aligned.submission.column("label")) / answers.length;
  },

  async prepare(context) {
    const { open, write } = context;
    const { train, test } = splitRows(open("train.csv"), { trainSize: 0.75 });
    write("public/train.csv", train);
    write("public/sample_submission.csv", test.select("image_id").with("label", ""));
    write("private/test.csv", test);
    placeFiles(context, new Map(imagesOf(train).map((image) => [`public/train_images/${image.path}`, image.source])));
    placeFiles(context, new Map(imagesOf(test).map((image) => [`public/test_images/${image.name}`, image.source])));
  },
  checks: {
    disjoint: { train: "public/train.csv", test: "private/test.csv", id: "image_id" },
  },
});

/** There is a folder of photos for each disease. */
function imagesOf(table: TableView): { readonly name: string; readonly path: string; readonly source: string }[] {
  const labels = asText(table.column("label"));
  return asText(table.column("image_id")).map((name, row) => {
    const path = `${labels[row]}/${name}`;
    return { name, path, source: `train_images/${path}` };
  });
}
