import { alignById } from "../grade/align.ts";
import { cellsOf, cellTextOrEmpty } from "../grade/cells.ts";
import { requireSameLength } from "../grade/checks.ts";
import { requireExactColumns } from "../grade/exact-columns.ts";
import { decodeMasks } from "../grade/masks.ts";
import { mean } from "../lib/summation.ts";
import { maskIouPrecision } from "../metrics/mask-iou-precision.ts";
import { defineCompetition } from "./define.ts";

const pixelsPerImage = 101 * 101;

export default defineCompetition({
  id: "tgs-salt-identification-challenge",
  metric: "Mean precision over thresholds of intersection over union, 0.5 to 0.95",
  submissionFormat:
    "Columns id and rle_mask and no others: one row per test image of 101 by 101 pixels, the mask as run lengths (start length ..., counted from 1, down the columns), empty for an empty mask.",
  knownProblems: ["An empty prediction counts as a full one: it scores where salt covers more than half of the image."],
  grade(submission, answers) {
    requireExactColumns(submission, "id", "rle_mask");
    requireSameLength(submission, answers);
    const rows = alignById(submission, answers, "id");
    const pixels = new Float64Array(answers.length).fill(pixelsPerImage);
    const predicted = decodeMasks(cellsOf(rows.submission, "rle_mask", "id"), pixels, cellTextOrEmpty);
    const truth = decodeMasks(cellsOf(rows.answers, "rle_mask", "id"), pixels, cellTextOrEmpty);
    return mean(Float64Array.from(truth, (mask, image) => maskIouPrecision(mask, predicted[image]!)));
  },
});
