import { join, parse } from "node:path";
import { TextColumn } from "../frame/column.ts";
import type { TableView } from "../frame/table-view.ts";
import { alignById } from "../grade/align.ts";
import { cellsOf, cellTextOrEmpty } from "../grade/cells.ts";
import { requireSameLength } from "../grade/checks.ts";
import { requireExactColumns } from "../grade/exact-columns.ts";
import { decodeMasks } from "../grade/masks.ts";
import type { Label } from "../lib/numeric/label.ts";
import { mean } from "../lib/numeric/summation.ts";
import { maskIouPrecision } from "../metrics/mask-iou-precision.ts";
import { rowsIn, uniqueLabels } from "../prepare/groups.ts";
import { placeById } from "../prepare/place-by-id.ts";
import { sortRows } from "../prepare/sort-rows.ts";
import { splitRows } from "../prepare/split.ts";
import { defineCompetition } from "./define-competition.ts";

const pixelsPerImage = 101 * 101;

export default defineCompetition({
  id: "tgs-salt-identification-challenge",
  metric: "Mean precision over intersection-over-union thresholds from 0.5 to 0.95",
  submissionFormat:
    "Columns id and rle_mask and no others: one row per test image of 101 by 101 pixels, with the mask as run lengths (start length ..., counted from 1, down the columns), empty for an empty mask.",
  knownProblems: ["An empty prediction counts as a full mask: it scores if salt covers more than half of the image."],
  grade(submission, answers) {
    requireExactColumns(submission, "id", "rle_mask");
    requireSameLength(submission, answers);
    const rows = alignById(submission, answers, "id");
    const pixels = new Float64Array(answers.length).fill(pixelsPerImage);
    const predicted = decodeMasks(cellsOf(rows.submission, "rle_mask", "id"), pixels, cellTextOrEmpty);
    const truth = decodeMasks(cellsOf(rows.answers, "rle_mask", "id"), pixels, cellTextOrEmpty);
    return mean(Float64Array.from(truth, (mask, image) => maskIouPrecision(mask, predicted[image]!)));
  },

  async prepare(context) {
    const { extract, list, open, write } = context;
    const folder = await extract("competition_data.zip", "competition_data");
    const { train, test } = splitRows(withoutIdGaps(open(join(folder, "train.csv"))), { testSize: 0.25 });
    const trainIds = new Set(uniqueLabels(train.column("id")));
    const testIds = new Set(uniqueLabels(test.column("id")));
    const answers = sortRows(test, "id");
    write("public/train.csv", sortRows(train, "id"));
    write("public/sample_submission.csv", answers.drop("rle_mask").with("rle_mask", "1 1"));
    write("public/depths.csv", sortRows(rowsIn(open("depths.csv"), "id", trainIds), "id"));
    write("private/test.csv", answers);

    const images = list(join(folder, "train/images")).filter((name) => name.endsWith(".png"));
    const inPart = (ids: ReadonlySet<Label>): string[] => images.filter((name) => ids.has(parse(name).name));
    const from = (kind: string): string => join(folder, "train", kind);
    placeById(context, inPart(trainIds), { from: from("images"), to: "public/train/images", ending: "" });
    placeById(context, inPart(trainIds), { from: from("masks"), to: "public/train/masks", ending: "" });
    placeById(context, inPart(testIds), { from: from("images"), to: "public/test/images", ending: "" });
  },
  checks: {
    disjoint: { train: "public/train.csv", test: "private/test.csv", id: "id" },
  },
});

/** Upstream: gaps become empty text before the rows are sorted, so a missing id comes first. */
function withoutIdGaps(table: TableView): TableView {
  const ids = table.column("id");
  if (ids.kind !== "text" || !ids.hasGaps) return table;
  const filled = ids.texts().map((id) => id ?? "");
  return table.with("id", TextColumn.from("id", filled));
}
