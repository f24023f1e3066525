import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { asFloats } from "../frame/as-floats.ts";
import { type Column, NumberColumn, TextColumn } from "../frame/column.ts";
import { Frame } from "../frame/frame.ts";
import { TableView } from "../frame/table-view.ts";
import { alignById, sortBy } from "../grade/align.ts";
import { type Cells, cellsOf, requireCellText } from "../grade/cells.ts";
import { requireColumns, requireSameLength } from "../grade/checks.ts";
import { decodeMasks, pixelCounts } from "../grade/masks.ts";
import { readNpyHeader } from "../lib/formats/npy-header.ts";
import { readNpy } from "../lib/formats/read-npy.ts";
import { encodeRunLength } from "../lib/geometry/encode-run-length.ts";
import { textOf } from "../lib/json/json-record.ts";
import type { JsonValue } from "../lib/json/json-value.ts";
import { parseJson } from "../lib/json/parse-json.ts";
import { writeJson } from "../lib/json/write-json.ts";
import { CPythonRandom } from "../lib/random/cpython-random.ts";
import { pooledDice } from "../metrics/pooled-dice.ts";
import { splitList } from "../prepare/split.ts";
import { defineCompetition } from "./define-competition.ts";

const bands = ["08", "09", "10", "11", "12", "13", "14", "15", "16"].map((number) => `band_${number}.npy`);
const masks = ["human_individual_masks.npy", "human_pixel_masks.npy"];

export default defineCompetition({
  id: "google-research-identify-contrails-reduce-global-warming",
  metric: "Dice coefficient over the pixels of all records",
  submissionFormat:
    "Columns record_id and encoded_pixels: one row per test record, with the mask as run lengths (start length ..., counted from 1, down the columns), or - for an empty mask.",
  knownProblems: ["The score is NaN if neither the submission nor the answers have any contrails."],
  grade(submission, answers) {
    requireColumns(submission, "record_id", "encoded_pixels");
    requireSameLength(submission, answers);
    const rows = alignById(
      submission,
      comparable(sortBy(answers, "record_id"), submission.column("record_id").kind),
      "record_id",
    );
    const pixels = pixelCounts(asFloats(rows.answers.column("height")), asFloats(rows.answers.column("width")));
    return pooledDice(
      decodeMasks(cellsOf(rows.answers, "encoded_pixels", "record_id"), pixels, contrailText),
      decodeMasks(cellsOf(rows.submission, "encoded_pixels", "record_id"), pixels, contrailText),
    );
  },

  async prepare({ raw, place, placeTree, target, write }) {
    const records = parseJson(readFileSync(join(raw, "train_metadata.json"))) as JsonValue[];
    const validation = parseJson(readFileSync(join(raw, "validation_metadata.json"))) as JsonValue[];
    const { train, test } = splitList(records, { testSize: validation.length });
    for (const record of train) {
      const id = textOf(record, "record_id");
      for (const file of [...bands, ...masks]) place(`train/${id}/${file}`, `public/train/${id}/${file}`);
    }
    const ids = test.map((record) => textOf(record, "record_id"));
    for (const id of ids) for (const band of bands) place(`train/${id}/${band}`, `public/test/${id}/${band}`);
    if (existsSync(join(raw, "validation"))) placeTree("validation", "public/validation");
    place("validation_metadata.json", "public/validation_metadata.json");
    await writeJson(target("public/train_metadata.json"), train);

    const answers = await readAnswers(join(raw, "train"), ids);
    write("private/answers.csv", answers);
    const random = new CPythonRandom(0);
    const guesses = ids.map(() => random.choice(["1 3 10 5", "-"]));
    write("public/sample_submission.csv", answers.with("encoded_pixels", TextColumn.from("encoded_pixels", guesses)));
  },
});

/** The masks that the annotators agreed on, and the sizes of the images. */
async function readAnswers(folder: string, ids: readonly string[]): Promise<TableView> {
  const encoded: string[] = [];
  const [heights, widths] = [new Float64Array(ids.length), new Float64Array(ids.length)];
  for (const [row, id] of ids.entries()) {
    const mask = encodeRunLength(await readNpy(join(folder, id, "human_pixel_masks.npy")));
    encoded.push(mask === "" ? "-" : mask);
    const { shape } = await readNpyHeader(join(folder, id, "band_08.npy"));
    heights[row] = shape[0]!;
    widths[row] = shape[1]!;
  }
  return TableView.of([
    TextColumn.from("record_id", ids),
    TextColumn.from("encoded_pixels", encoded),
    new NumberColumn("height", "int64", heights),
    new NumberColumn("width", "int64", widths),
  ]);
}

/**
 * Upstream: if the submission has ids of 19 digits as fractions (`1.5e18`, `12.0`), numpy compares doubles, so the
 * answers' ids are rounded to doubles too.
 */
function comparable(answers: Frame, kind: Column["kind"]): Frame {
  const ids = answers.column("record_id");
  if (kind !== "float64" || ids.kind === "text") return answers;
  const rounded = new NumberColumn(ids.name, "float64", ids.values);
  return Frame.of(answers.names.map((name) => (name === ids.name ? rounded : answers.column(name))));
}

function contrailText(cells: Cells, row: number): string {
  const text = requireCellText(cells, row);
  return text === "-" ? "" : text;
}
