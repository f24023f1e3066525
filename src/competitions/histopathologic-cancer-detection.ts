import { asText } from "../frame/as-text.ts";
import { aucByColumn } from "../grade/auc-by-column.ts";
import { placeById } from "../prepare/place-by-id.ts";
import { splitByColumn } from "../prepare/split-by-column.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "histopathologic-cancer-detection",
  metric: "Area under the ROC curve",
  submissionFormat:
    "Columns id (image name without ending) and label: one row per test image, with the probability from 0 to 1 that its centre contains tumour tissue.",
  grade: aucByColumn({ id: "id", target: "label" }),

  async prepare(context) {
    const { open, write, list } = context;
    const labels = open("train_labels.csv", { defaultFloats: true });
    // The test set's share of all images is the same as on Kaggle.
    const testImages = list("test").filter((name) => name.endsWith(".tif")).length;
    const { train, test } = splitByColumn(labels, "id", { testSize: testImages / (labels.length + testImages) });
    write("public/train_labels.csv", train);
    write("public/sample_submission.csv", test.with("label", 0));
    write("private/answers.csv", test);
    for (const [part, rows] of Object.entries({ train, test })) {
      placeById(context, asText(rows.column("id")), { from: "train", to: `public/${part}`, ending: ".tif" });
    }
  },
  checks: {
    disjoint: { train: "public/train_labels.csv", test: "private/answers.csv", id: "id" },
  },
});
