import { join, parse } from "node:path";
import { NumberColumn, TextColumn } from "../frame/column.ts";
import { TableView } from "../frame/table-view.ts";
import { aucByColumn } from "../grade/auc-by-column.ts";
import { writeZip } from "../lib/archive/write-zip.ts";
import { compareCodePoints } from "../lib/compare-code-points.ts";
import { BenchError } from "../lib/errors.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "the-icml-2013-whale-challenge-right-whale-redux",
  metric: "Area under the ROC curve",
  submissionFormat:
    "Columns clip (file name of the test recording) and probability: one row per clip, with the probability from 0 to 1 that it contains a right whale call.",
  grade: aucByColumn({ id: "clip", target: "probability" }),

  async prepare({ extract, list, target, write, signal }) {
    // 20090101_074500_252s23ms_TRAIN22_1.aif is a call. The first two of four days are for training.
    const folder = await extract("train2.zip", "train2");
    const clips = list(folder);
    const dates = [...new Set(clips.map(dateOf))].sort(compareCodePoints);
    if (dates.length < 4)
      throw new BenchError("unexpected-data", `train2.zip has clips of ${dates.length} days, expected 4.`);
    const clipsOf = (...days: readonly number[]) =>
      clips.filter((name) => days.some((day) => dateOf(name) === dates[day]));
    const [train, test] = [clipsOf(0, 1), clipsOf(2, 3)];

    const zip = (name: string, sources: readonly string[], names: readonly string[]) =>
      writeZip(
        target(`public/${name}.zip`),
        sources.map((source, index) => ({ name: `${name}/${names[index]}`, content: { file: join(folder, source) } })),
        { signal },
      );
    const testNames = test.map((name, index) => `${name.split("TRAIN")[0]}Test${index}.aif`);
    await zip(
      "train2",
      train,
      train.map((name, index) => name.replaceAll(/TRAIN\p{Nd}+/gu, `TRAIN${index}`)),
    );
    await zip("test2", test, testNames);

    const calls = Float64Array.from(test, (name) => (parse(name).name.endsWith("_1") ? 1 : 0));
    const answers = TableView.of([TextColumn.from("clip", testNames), new NumberColumn("probability", "int64", calls)]);
    write("public/sampleSubmission.csv", answers.with("probability", 0));
    write("private/test.csv", answers);
  },
});

function dateOf(clip: string): string {
  return clip.split("_")[0]!;
}
