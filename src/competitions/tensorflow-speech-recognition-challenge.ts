import { basename, dirname } from "node:path";
import { TextColumn } from "../frame/column.ts";
import { TableView } from "../frame/table-view.ts";
import { accuracyByColumn } from "../grade/accuracy-by-column.ts";
import { compareCodePoints } from "../lib/compare-code-points.ts";
import { walkFiles } from "../lib/files/walk.ts";
import { splitList } from "../prepare/split.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "tensorflow-speech-recognition-challenge",
  metric: "Accuracy",
  submissionFormat: "Columns fname (file name of the clip) and label: one row per test clip, with the label as text.",
  knownProblems: [
    "The hidden labels are the 30 spoken words and _background_noise_, never unknown or silence: a submission with the twelve labels of the description scores low.",
    "Some speakers are in both train and test.",
  ],
  rounding: "python",
  grade: accuracyByColumn({ id: "fname", target: "label" }),

  async prepare({ extract, place, write }) {
    const clips: { path: string; label: string; name: string }[] = [];
    for await (const { absolute: path } of walkFiles(await extract("train.7z", "train/audio"))) {
      if (path.endsWith(".wav")) clips.push({ path, label: basename(dirname(path)), name: basename(path) });
    }
    clips.sort((a, b) => compareCodePoints(`${a.label}_${a.name}`, `${b.label}_${b.name}`));
    const { train, test } = splitList(clips, { testSize: 0.1 });
    for (const { path, label, name } of train) place(path, `public/train/audio/${label}/${name}`);

    // File names repeat across labels and must not reveal the label, so they get new ones.
    const names = test.map((_, index) => `clip_${String(index).padStart(8, "0")}.wav`);
    for (const [index, { path }] of test.entries()) place(path, `public/test/audio/${names[index]!}`);
    const labels = test.map(({ label }) => label);
    const answers = TableView.of([TextColumn.from("fname", names), TextColumn.from("label", labels)]);
    write("public/sample_submission.csv", answers.with("label", "silence"));
    write("private/test.csv", answers);
  },
});
