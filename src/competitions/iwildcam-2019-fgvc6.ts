import { NumberColumn } from "../frame/column.ts";
import { macroF1ByColumn } from "../grade/macro-f1-by-column.ts";
import { rowsIn, rowsNotIn } from "../prepare/groups.ts";
import { splitList } from "../prepare/split.ts";
import { uniqueTexts, uniqueValues } from "../prepare/unique.ts";
import { zipById } from "../prepare/zip-by-id.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "iwildcam-2019-fgvc6",
  metric: "Macro F1",
  submissionFormat: "Columns Id and Category. One row per test image; Category is the species id, a whole number.",
  knownProblems: [
    "The mean is over all categories of the answers and the predictions: predicting a category that does not occur lowers the score.",
    "The sample submission has an unnamed first column of row numbers, which is ignored.",
  ],
  grade: macroF1ByColumn({ id: "Id", target: "Category" }),

  async prepare(context) {
    const { open, write, extract } = context;
    const images = open("train.csv");
    const locations = splitList(uniqueValues(images.column("location")), { testSize: 0.1, seed: 8 });
    // Upstream: Python's `in` never finds NaN in an array, so images without a location stay in train even when drawn.
    const held = locations.test.filter((location) => !Number.isNaN(location));
    const train = rowsNotIn(images, "location", held);
    const test = rowsIn(images, "location", held);
    const renaming = { id: "Id", category_id: "Category" };
    write("public/train.csv", train);
    write("public/test.csv", test.drop("category_id"));
    write("private/test.csv", test);
    write("private/answers.csv", test.select("id", "category_id").renamed(renaming));
    // Upstream: the sample is written with its index, the row numbers of train.csv, as an unnamed first column.
    const index = new NumberColumn("", "int64", Float64Array.from(test.order!));
    write(
      "public/sample_submission.csv",
      test.with("", index).with("category_id", 0).select("", "id", "category_id").renamed(renaming),
    );

    const from = await extract("train_images.zip");
    for (const [part, table] of Object.entries({ train, test })) {
      const ids = uniqueTexts(table.column("id"));
      await zipById(context, ids, { from, to: `public/${part}_images.zip`, ending: ".jpg" });
    }
  },
  checks: {
    disjoint: { train: "public/train.csv", test: "private/test.csv", id: "id" },
    hidden: { file: "public/test.csv", columns: ["category_id"] },
  },
});
