import { alignById } from "../../grade/align.ts";
import { type Cells, cellError, cellNumber, cellsOf, cellTextOrEmpty } from "../../grade/cells.ts";
import { requireColumns, requireSameLength } from "../../grade/checks.ts";
import { DetectionError } from "../../lib/geometry/detection-error.ts";
import { mean } from "../../lib/numeric/summation.ts";
import { strip } from "../../lib/python/python-text.ts";
import { type LabelledBoxPose, rotatedBoxAveragePrecision } from "../../metrics/rotated-box-average-precision.ts";
import { defineCompetition } from "../define-competition.ts";
import { prepareDrivingScenes } from "./driving-scenes.ts";

const thresholds = [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95];
const wordsPerBox = 9;

export default defineCompetition({
  id: "3d-object-detection-for-autonomous-vehicles",
  metric: "Mean average precision of 3D boxes, averaged over overlaps from 0.5 to 0.95",
  submissionFormat:
    "Columns Id and PredictionString: one row per sample, with boxes as `confidence center_x center_y center_z width length height yaw class_name` separated by single blanks; empty if there are none.",
  knownProblems: ["Boxes of a class that is not in the sample's answers cost nothing."],
  grade(submission, answers) {
    requireSameLength(submission, answers);
    requireColumns(submission, "Id", "PredictionString");
    const rows = alignById(submission, answers, "Id");
    const cells = cellsOf(rows.submission, "PredictionString", "Id");
    const trueCells = cellsOf(rows.answers, "PredictionString", "Id");
    const predicted = Array.from({ length: submission.length }, (_, row) => readBoxes(cells, row));
    const precisions = predicted.flatMap((boxes, row) => {
      try {
        return Array.from(rotatedBoxAveragePrecision(readBoxes(trueCells, row), boxes, { thresholds }));
      } catch (error) {
        if (error instanceof DetectionError) throw cellError(cells, row, error.message);
        throw error;
      }
    });
    return mean(Float64Array.from(precisions));
  },
  prepare: prepareDrivingScenes,
  checks: { disjoint: { train: "public/train.csv", test: "private/test.csv", id: "Id" } },
});

function readBoxes(cells: Cells, row: number): LabelledBoxPose[] {
  const text = cellTextOrEmpty(cells, row);
  if (strip(text) === "") return [];
  const words = text.split(" ");
  if (words.length % wordsPerBox !== 0) {
    throw cellError(
      cells,
      row,
      `found ${words.length} words, expected ${wordsPerBox} per box, separated by single blanks`,
    );
  }
  return Array.from({ length: words.length / wordsPerBox }, (_, box) => {
    const own = words.slice(box * wordsPerBox, (box + 1) * wordsPerBox);
    const [confidence, x, y, z, width, length, height, yaw] = own
      .slice(0, -1)
      .map((word) => cellNumber(cells, row, word));
    if (Math.abs(yaw!) === Number.POSITIVE_INFINITY) throw cellError(cells, row, "a yaw is infinite");
    return {
      label: own.at(-1)!,
      confidence: confidence!,
      center: [x!, y!, z!],
      size: [width!, length!, height!],
      yaw: yaw!,
    };
  });
}
