import { join } from "node:path";
import { asText } from "../frame/as-text.ts";
import { aucByColumn } from "../grade/auc-by-column.ts";
import { rowsIn, rowsNotIn } from "../prepare/groups.ts";
import { placeById } from "../prepare/place-by-id.ts";
import { tfRecordIds } from "../prepare/tf-record-ids.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "siim-isic-melanoma-classification",
  metric: "Area under the ROC curve",
  submissionFormat:
    "Columns image_name and target: one row per test image, with the probability from 0 to 1 that the lesion is malignant.",
  knownProblems: ["The public TFRecord files of the test images contain the target."],
  grade: aucByColumn({ id: "image_name", target: "target" }),

  async prepare(context) {
    const { raw, open, write, list, place } = context;
    const testRecords = ["train00-2071.tfrec", "train06-2071.tfrec"];
    const testIds = (await Promise.all(testRecords.map((name) => tfRecordIds(join(raw, "tfrecords", name))))).flat();
    const images = open("train.csv", { defaultFloats: true });
    const train = rowsNotIn(images, "image_name", testIds);
    const test = rowsIn(images, "image_name", testIds);
    const answers = test.select("image_name", "target");
    write("public/train.csv", train);
    write(
      "public/test.csv",
      test.select("image_name", "patient_id", "sex", "age_approx", "anatom_site_general_challenge"),
    );
    write("public/sample_submission.csv", answers.with("target", 0));
    write("private/test.csv", answers);

    for (const [part, rows] of Object.entries({ train, test })) {
      const ids = asText(rows.column("image_name"));
      placeById(context, ids, { from: "train", to: `public/${part}`, ending: ".dcm" });
      placeById(context, ids, { from: "jpeg/train", to: `public/jpeg/${part}`, ending: ".jpg" });
    }
    const counts = { train: 0, test: 0 };
    for (const name of list("tfrecords").filter((file) => /^train.*\.tfrec$/s.test(file))) {
      const part = testRecords.includes(name) ? "test" : "train";
      const records = name.slice(0, -".tfrec".length).split("-")[1];
      place(`tfrecords/${name}`, `public/tfrecords/${part}${String(counts[part]).padStart(2, "0")}-${records}.tfrec`);
      counts[part] += 1;
    }
  },
  checks: {
    disjoint: { train: "public/train.csv", test: "private/test.csv", id: "image_name" },
    hidden: { file: "public/test.csv", columns: ["diagnosis", "benign_malignant", "target"] },
  },
});
