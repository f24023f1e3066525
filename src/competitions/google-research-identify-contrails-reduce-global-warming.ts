import { asFloats } from "../frame/as-floats.ts";
import { type Column, NumberColumn } from "../frame/column.ts";
import { Frame } from "../frame/frame.ts";
import { alignById, sortBy } from "../grade/align.ts";
import { type Cells, cellsOf, requireCellText } from "../grade/cells.ts";
import { requireColumns, requireSameLength } from "../grade/checks.ts";
import { decodeMasks, pixelCounts } from "../grade/masks.ts";
import { pooledDice } from "../metrics/pooled-dice.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "google-research-identify-contrails-reduce-global-warming",
  metric: "Dice coefficient over the pixels of all records together",
  submissionFormat:
    "Columns record_id and encoded_pixels: one row per test record, the mask as run lengths (start length ..., counted from 1, down the columns), - for an empty mask.",
  knownProblems: ["The score is NaN when neither the submission nor the answers contain any contrail."],
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
});

/**
 * Upstream: ids of 19 digits that the submission writes as fractions (`1.5e18`, `12.0`) are compared by numpy as
 * doubles, so the answers' ids are rounded to doubles too.
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
