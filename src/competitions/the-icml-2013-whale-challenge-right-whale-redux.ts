import { join, parse } from "node:path";
import type { Prepare } from "../contracts/preparation.ts";
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

  // The first two of four days are for training; in a rehearsal, the first of these two.
  prepare: cut({ train: [0, 1], test: [2, 3] }),
  rehearse: cut({ train: [0], test: [1] }),
});

/** Cuts the clips by day. 20090101_074500_252s23ms_TRAIN22_1.aif is a call. */
function cut(days: Readonly<Record<"train" | "test", readonly number[]>>): Prepare {
  return async ({ extract, list, target, write, signal }) => {
    const folder = await extract("train2.zip", "train2");
    const clips = list(folder);
    const dates = [...new Set(clips.map(dateOf))].sort(compareCodePoints);
    const expected = days.train.length + days.test.length;
    if (dates.length < expected)
      throw new BenchError("unexpected-data", `train2.zip has clips of ${dates.length} days, expected ${expected}.`);
    const clipsOf = (chosen: readonly number[]) =>
      clips.filter((name) => chosen.some((day) => dateOf(name) === dates[day]));
    const [train, test] = [clipsOf(days.train), clipsOf(days.test)];

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
  };
}

function dateOf(clip: string): string {
  return clip.split("_")[0]!;
}
