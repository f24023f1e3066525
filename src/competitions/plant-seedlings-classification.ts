import { statSync } from "node:fs";
import { join } from "node:path";
import { TextColumn } from "../frame/column.ts";
import { TableView } from "../frame/table-view.ts";
import { alignById } from "../grade/align.ts";
import { requireColumns, requireSameLength } from "../grade/checks.ts";
import { countMatches } from "../grade/count-matches.ts";
import { InvalidSubmission } from "../lib/errors.ts";
import { placeFiles } from "../prepare/place-files.ts";
import { splitList } from "../prepare/split.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "plant-seedlings-classification",
  metric: "Micro-averaged F1 score, which equals accuracy because every row has one label",
  submissionFormat:
    "Columns file (name of the test image) and species: one row per test image, with the name of the species.",
  grade(submission, answers) {
    requireColumns(submission, "file", "species");
    requireSameLength(submission, answers);
    const prediction = submission.column("species");
    if (prediction.kind !== "text") {
      throw new InvalidSubmission('Column "species" has no text, expected the names of species.');
    }
    const aligned = alignById(submission, answers, "file");
    // Upstream: an empty cell among names is the label "nan", which is wrong but not an error.
    return countMatches(aligned.answers.column("species"), aligned.submission.column("species")) / answers.length;
  },

  async prepare(context) {
    const { list, raw, write } = context;
    const images = list("train")
      .filter((species) => statSync(join(raw, "train", species)).isDirectory())
      .flatMap((species) => list(`train/${species}`).map((file) => ({ file, species })))
      .filter(({ file }) => file.endsWith(".png"));
    const { train, test } = splitList(images, { testSize: 0.14 });
    const column = (name: "file" | "species"): TextColumn => {
      const texts = test.map((image) => image[name]);
      return TextColumn.from(name, texts);
    };
    const answers = TableView.of([column("file"), column("species")]);
    write("public/sample_submission.csv", answers.with("species", "Sugar beet"));
    write("private/answers.csv", answers);
    const source = (image: { file: string; species: string }): string => `train/${image.species}/${image.file}`;
    placeFiles(context, new Map(train.map((image) => [`public/${source(image)}`, source(image)])));
    placeFiles(context, new Map(test.map((image) => [`public/test/${image.file}`, source(image)])));
  },
});
