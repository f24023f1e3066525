import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { asText } from "../frame/as-text.ts";
import { NumberColumn } from "../frame/column.ts";
import { toLabels } from "../frame/labels.ts";
import { TableView } from "../frame/table-view.ts";
import { aucByColumn } from "../grade/auc-by-column.ts";
import { BenchError } from "../lib/errors.ts";
import type { Label } from "../lib/numeric/label.ts";
import { parsePythonInt } from "../lib/python/python-int.ts";
import { splitLines } from "../lib/python/python-split-lines.ts";
import { sampleRows } from "../lib/random/pandas-sample.ts";
import { rowsIn } from "../prepare/groups.ts";
import { placeById } from "../prepare/place-by-id.ts";
import { defineCompetition } from "./define-competition.ts";

const speciesCount = 19;

export default defineCompetition({
  id: "mlsp-2013-birds",
  metric: "Area under the ROC curve",
  submissionFormat:
    "Columns Id (recording number times 100 plus species number) and Probability: one row per recording and species, with the probability from 0 to 1 that the species can be heard.",
  knownProblems: [
    "Three of the public text files have the header of the histogram file, which does not describe their content.",
  ],
  grade: aucByColumn({ id: "Id", target: "Probability" }),

  async prepare(context) {
    const { open, write, place, target } = context;
    const source = await context.extract("mlsp_contest_dataset.zip", "mlsp_contest_dataset");
    const [essential, supplemental] = [join(source, "essential_data"), join(source, "supplemental_data")];

    // Kaggle's train recordings, renumbered. A fifth of them become the test set.
    const recordings = rowsIn(open(join(essential, "CVfolds_2.txt")), "fold", [0]);
    const isTest = new Float64Array(recordings.length);
    for (const row of sampleRows(recordings.length, { frac: 0.2, seed: 0 })) isTest[row] = 1;
    const ids: NewIds = new Map(toLabels(recordings.column("rec_id")).map((id, row) => [id!, row]));
    const foldKind = recordings.column("fold").kind === "float64" ? "float64" : "int64";
    const folds = recordings
      .with("rec_id", integers(isTest.keys()))
      .with("fold", new NumberColumn("", foldKind, isTest));
    write("public/essential_data/CVfolds_2.txt", folds);

    const files = rowsIn(open(join(essential, "rec_id2filename.txt")), "rec_id", ids.keys());
    const newIds = toLabels(files.column("rec_id")).map((id) => ids.get(id!)!);
    write("public/essential_data/rec_id2filename.txt", files.with("rec_id", integers(newIds)));

    const labels = readRecords(join(essential, "rec_labels_test_hidden.txt"), ids);
    const shown = labels.map(({ id, rest }) =>
      isTest[id] === 1 ? `${id},?` : rest === "" ? `${id}` : `${id},${rest}`,
    );
    writeLines(target("public/essential_data/rec_labels_test_hidden.txt"), ["rec_id,[labels]", ...shown]);
    const tests = Array.from(isTest.keys()).filter((id) => isTest[id] === 1);
    write("public/sample_submission.csv", speciesTable(tests.map((id) => ({ id, rest: "" }))));
    write("private/answers.csv", speciesTable(labels.filter(({ id }) => isTest[id] === 1)));

    for (const name of ["histogram_of_segments.txt", "segment_features.txt", "segment_rectangles.txt"]) {
      const rows = readRecords(join(supplemental, name), ids).map(({ id, rest }) => `${id},${rest}`);
      // Upstream: all three files get the header of the first one.
      writeLines(target(`public/supplemental_data/${name}`), ["rec_id,[histogram of segment features]", ...rows]);
    }

    place(join(essential, "species_list.txt"), "public/essential_data/species_list.txt");
    for (const name of ["segment_clusters.bmp", "segment_mosaic.bmp"]) {
      place(join(supplemental, name), `public/supplemental_data/${name}`);
    }
    const names = asText(files.column("filename"));
    const waves = { from: join(essential, "src_wavs"), to: "public/essential_data/src_wavs", ending: ".wav" } as const;
    placeById(context, names, waves);
    const examples = names.filter((name) => existsSync(join(supplemental, "segmentation_examples", `${name}.bmp`)));
    for (const folder of [
      "filtered_spectrograms",
      "segmentation_examples",
      "spectrograms",
      "supervised_segmentation",
    ]) {
      placeById(context, folder === "segmentation_examples" ? examples : names, {
        from: join(supplemental, folder),
        to: `public/supplemental_data/${folder}`,
        ending: ".bmp",
      });
    }
  },
});

/** The new number of each recording, by its old one. */
type NewIds = ReadonlyMap<Label, number>;

/** A line of a text file about recordings: the number, and the text after the first comma. */
interface Recording {
  readonly id: number;
  readonly rest: string;
}

/** The lines about the recordings to keep, with their new numbers. */
function readRecords(path: string, ids: NewIds): Recording[] {
  return splitLines(readFileSync(path, "utf8"))
    .slice(1)
    .flatMap((line) => {
      const [first, ...rest] = line.split(",");
      const id = ids.get(Number(requireInteger(first!, path)));
      return id === undefined ? [] : [{ id, rest: rest.join(",") }];
    });
}

/** One row per recording and species: 1 if the species is one of the recording's labels. */
function speciesTable(recordings: readonly Recording[]): TableView {
  const species = Array.from({ length: speciesCount }, (_, index) => index);
  const heard = recordings.map(({ rest }) => {
    const words = rest.split(",").filter((word) => word !== "");
    return new Set(words.map((word) => Number(requireInteger(word, "The labels"))));
  });
  return TableView.of([
    integers(recordings.flatMap(({ id }) => species.map((index) => id * 100 + index))).renamed("Id"),
    integers(heard.flatMap((labels) => species.map((index) => (labels.has(index) ? 1 : 0)))).renamed("Probability"),
  ]);
}

function requireInteger(text: string, where: string): bigint {
  const value = parsePythonInt(text);
  if (value === null) throw new BenchError("malformed-number", `${where}: "${text}" is not a whole number.`);
  return value;
}

function integers(values: Iterable<number>): NumberColumn {
  return new NumberColumn("", "int64", Float64Array.from(values));
}

function writeLines(path: string, lines: readonly string[]): void {
  writeFileSync(path, lines.map((line) => `${line}\n`).join(""));
}
