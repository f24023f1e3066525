import { join } from "node:path";
import { type Column, NumberColumn, TextColumn } from "../frame/column.ts";
import { TableView } from "../frame/table-view.ts";
import { accuracyByColumn } from "../grade/accuracy-by-column.ts";
import { readNpyHeader } from "../lib/formats/npy-header.ts";
import { type NpyArray, readNpy } from "../lib/formats/read-npy.ts";
import { takeNpyRows } from "../lib/formats/take-npy-rows.ts";
import { trainTestSplit } from "../lib/random/train-test-split.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "ml2021spring-hw2",
  metric: "Accuracy",
  submissionFormat:
    "Columns Id (0, 1, 2, ...) and ClassId: one row per test frame, with the phoneme class as a whole number from 0 to 38.",
  rounding: "python",
  grade: accuracyByColumn({ id: "Id", target: "ClassId" }),

  async prepare({ raw, target, write }) {
    const source = (name: string) => join(raw, "timit_11", "timit_11", `${name}.npy`);
    const save = (name: string, from: string, rows: Uint32Array) =>
      takeNpyRows(source(from), rows, target(`public/timit_11/timit_11/${name}.npy`));
    const rowsOf = async (name: string) => (await readNpyHeader(source(name))).shape[0]!;
    const [trainRows, testRows] = [await rowsOf("train_11"), await rowsOf("test_11")];
    const { train, test } = trainTestSplit(trainRows, { testSize: testRows / (trainRows + testRows), seed: 0 });
    await save("train_11", "train_11", train);
    await save("train_label_11", "train_label_11", train);
    await save("test_11", "train_11", test);

    const labels = toColumn(await readNpy(source("train_label_11"))).take(test);
    const ids = new NumberColumn("Id", "int64", Float64Array.from(test.keys()));
    const answers = TableView.of([ids, labels.renamed("ClassId")]);
    write("public/sampleSubmission.csv", answers.with("ClassId", 0));
    write("private/answers.csv", answers);
  },
});

/** Labels as pandas gets them from numpy. The real ones are strings of digits. */
function toColumn({ dtype, data }: NpyArray): Column {
  if (Array.isArray(data)) return TextColumn.from("", data);
  const kind = dtype.includes("f") ? "float64" : dtype.includes("b") ? "bool" : "int64";
  return new NumberColumn("", kind, Float64Array.from(data, Number));
}
