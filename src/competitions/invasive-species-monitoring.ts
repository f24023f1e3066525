import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { aucByColumn } from "../grade/auc-by-column.ts";
import { writeSevenZip } from "../lib/archive/write-seven-zip.ts";
import { splitRows } from "../prepare/split.ts";
import { zipTable } from "../prepare/zip-table.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "invasive-species-monitoring",
  metric: "Area under the ROC curve",
  submissionFormat:
    "Columns name (number of the test image) and invasive: one row per test image, with the probability from 0 to 1 that it shows the invasive species.",
  knownProblems: ["The archives train.7z and test.7z that upstream prepares contain no images."],
  grade: aucByColumn({ id: "name", target: "invasive" }),

  async prepare(context) {
    const { open, write, extract, scratch, target, signal } = context;
    const labels = open(await extract("train_labels.csv.zip", "train_labels.csv"));
    const { train, test } = splitRows(labels, { testSize: 0.2 });
    const sample = test.with("invasive", { float: 0.5 });
    await zipTable(context, "public/train_labels.csv.zip", train);
    await zipTable(context, "public/sample_submission.csv.zip", sample);
    write("private/sample_submission.csv", sample);
    write("private/answers.csv", test);
    // Upstream: its writer packs a folder without its files, so the archives are empty and train.7z is not needed.
    for (const part of ["train", "test"]) {
      const folder = scratch(`${part}-archive`);
      mkdirSync(join(folder, part), { recursive: true });
      await writeSevenZip(target(`public/${part}.7z`), folder, { signal });
    }
  },
});
