import { asFloats } from "../frame/as-floats.ts";
import { alignById } from "../grade/align.ts";
import { cellsOf, cellTextOrEmpty } from "../grade/cells.ts";
import { requireColumns, requireSameLength } from "../grade/checks.ts";
import { decodeMasks, pixelCounts } from "../grade/masks.ts";
import { mean } from "../lib/summation.ts";
import { dice } from "../metrics/dice.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "hubmap-kidney-segmentation",
  metric: "Mean Dice coefficient",
  submissionFormat:
    "Columns id and predicted: one row per test image, the mask as run lengths (start length ..., counted from 1, down the columns), empty for an empty mask.",
  knownProblems: ["The public test folder holds polygons of the masks to be found, so the answers can be read off."],
  grade(submission, answers) {
    requireColumns(submission, "id", "predicted");
    requireSameLength(submission, answers);
    const rows = alignById(submission, answers, "id");
    const heights = asFloats(rows.answers.column("height_pixels"));
    const pixels = pixelCounts(heights, asFloats(rows.answers.column("width_pixels")));
    const predicted = decodeMasks(cellsOf(rows.submission, "predicted", "id"), pixels, cellTextOrEmpty);
    const truth = decodeMasks(cellsOf(rows.answers, "encoding", "id"), pixels, cellTextOrEmpty);
    return mean(Float64Array.from(truth, (mask, image) => dice(mask, predicted[image]!, { bothEmpty: 1 })));
  },
});
