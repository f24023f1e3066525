import { basename, join } from "node:path";
import type { Prepare } from "../contracts/preparation.ts";
import { asFloats } from "../frame/as-floats.ts";
import { TextColumn } from "../frame/column.ts";
import { TableView } from "../frame/table-view.ts";
import { requireSameIds } from "../grade/align.ts";
import { cellsOf, requireCellText } from "../grade/cells.ts";
import { requireSameLength } from "../grade/checks.ts";
import { requireExactColumns } from "../grade/exact-columns.ts";
import { decodeMasks, pixelCounts } from "../grade/masks.ts";
import { walkFiles } from "../lib/files/walk.ts";
import { readPngHeader } from "../lib/formats/png/png-header.ts";
import { mean } from "../lib/numeric/summation.ts";
import { maskFBeta } from "../metrics/mask-f-beta.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "vesuvius-challenge-ink-detection",
  metric: "F0.5 score of ink pixels",
  submissionFormat:
    "Columns Id and Predicted and no others: one row per fragment in the sample's order, with the mask as run lengths (start length ..., counted from 1, along the rows), one space for an empty mask.",
  grade(submission, answers) {
    requireSameLength(submission, answers);
    requireExactColumns(submission, "Id", "Predicted");
    // Upstream: rows are compared in file order, not by id.
    requireSameIds({ submission, answers }, "Id");
    const pixels = pixelCounts(asFloats(answers.column("height")), asFloats(answers.column("width")));
    const predicted = decodeMasks(cellsOf(submission, "Predicted", "Id"), pixels, requireCellText);
    const truth = decodeMasks(cellsOf(answers, "Predicted", "Id"), pixels, requireCellText);
    return mean(Float64Array.from(truth, (mask, row) => maskFBeta(mask, predicted[row]!, { beta: 0.5 })));
  },

  prepare: cut({ train: [1, 2], test: 3 }),
  rehearse: cut({ train: [1], test: 2 }),
});

/** One fragment becomes test fragment a. */
function cut(fragments: { readonly train: readonly number[]; readonly test: number }): Prepare {
  return async ({ raw, open, write, place, placeTree }) => {
    for (const fragment of fragments.train) placeTree(`train/${fragment}`, `public/train/${fragment}`);

    const held = join(raw, "train", String(fragments.test));
    const hidden = ["inklabels.png", "inklabels_rle.csv", "ir.png"];
    for await (const { path, absolute } of walkFiles(held)) {
      if (!hidden.includes(basename(path))) place(absolute, `public/test/a/${path}`);
    }
    const { width, height } = readPngHeader(join(held, "ir.png"));
    const labels = open(join(held, "inklabels_rle.csv")).with("width", width).with("height", height).with("Id", "a");
    write("private/inklabels_rle.csv", labels);
    write("private/gold_submission.csv", labels.drop("width", "height"));
    const sample = TableView.of([TextColumn.from("Id", ["a"]), TextColumn.from("Predicted", ["1 1 5 1"])]);
    write("public/sample_submission.csv", sample);
  };
}
