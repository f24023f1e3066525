import { extname, join, parse } from "node:path";
import { asText } from "../frame/as-text.ts";
import { accuracyByColumn } from "../grade/accuracy-by-column.ts";
import { rowsIn, rowsNotIn } from "../prepare/groups.ts";
import { placeById } from "../prepare/place-by-id.ts";
import { splitList } from "../prepare/split.ts";
import { tfRecordIds } from "../prepare/tf-record-ids.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "cassava-leaf-disease-classification",
  metric: "Accuracy",
  submissionFormat:
    "Columns image_id (file name) and label: one row per test image, with the class as a whole number from 0 to 4.",
  knownProblems: ["The public TFRecord files of the test images may contain the target."],
  rounding: "python",
  grade: accuracyByColumn({ id: "image_id", target: "label" }),

  async prepare(context) {
    const { raw, open, write, list, place } = context;
    // The table does not say which images share a record file, so the record files decide the split.
    const records = splitList(
      list("train_tfrecords").filter((name) => extname(name) === ".tfrec"),
      { testSize: 0.1 },
    );
    const testIds: string[] = [];
    for (const name of records.test) testIds.push(...(await tfRecordIds(join(raw, "train_tfrecords", name))));
    const images = open("train.csv");
    const train = rowsNotIn(images, "image_id", testIds);
    const test = rowsIn(images, "image_id", testIds);
    write("public/train.csv", train);
    write("public/sample_submission.csv", test.with("label", 4));
    write("private/test.csv", test);
    place("label_num_to_disease_map.json", "public/label_num_to_disease_map.json");

    for (const [part, rows] of Object.entries({ train, test })) {
      const ids = asText(rows.column("image_id"));
      placeById(context, ids, { from: "train_images", to: `public/${part}_images`, ending: "" });
    }
    for (const [part, names] of Object.entries(records)) {
      for (const [index, name] of names.entries()) {
        const number = String(index).padStart(2, "0");
        const count = parse(name).name.split("-")[1];
        place(`train_tfrecords/${name}`, `public/${part}_tfrecords/ld_${part}${number}-${count}.tfrec`);
      }
    }
  },
  checks: {
    disjoint: { train: "public/train.csv", test: "private/test.csv", id: "image_id" },
  },
});
