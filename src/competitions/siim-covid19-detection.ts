import { alignById } from "../grade/align.ts";
import { type Cells, cellError, cellNumber, cellsOf, requireCellText } from "../grade/cells.ts";
import { requireColumns, requireSameLength } from "../grade/checks.ts";
import { DetectionError } from "../lib/detection-error.ts";
import { InvalidSubmission } from "../lib/errors.ts";
import { splitWhitespace } from "../lib/python-text.ts";
import { boxMeanAveragePrecision, type LabelledBox } from "../metrics/box-mean-average-precision.ts";
import { defineCompetition } from "./define.ts";

const wordsPerBox = 6;

export default defineCompetition({
  id: "siim-covid19-detection",
  metric: "Mean average precision of boxes at an overlap above 0.5",
  submissionFormat:
    "Columns id and PredictionString: one row per study and per image, boxes as `label confidence xmin ymin xmax ymax` separated by blanks, `none 1 0 0 1 1` for an image without.",
  knownProblems: ["Boxes with a label that does not occur in the answers are ignored."],
  grade(submission, answers) {
    requireSameLength(submission, answers);
    requireColumns(submission, "id", "PredictionString");
    const rows = alignById(submission, answers, "id");
    const boxes = (cells: Cells): LabelledBox[][] =>
      Array.from({ length: cells.column.length }, (_, row) => readBoxes(cells, row));
    const predicted = boxes(cellsOf(rows.submission, "PredictionString", "id"));
    const truth = boxes(cellsOf(rows.answers, "PredictionString", "id"));
    try {
      return boxMeanAveragePrecision(truth, predicted);
    } catch (error) {
      if (!(error instanceof DetectionError)) throw error;
      throw new InvalidSubmission(`Column "PredictionString": ${error.message}.`, { cause: error });
    }
  },
});

function readBoxes(cells: Cells, row: number): LabelledBox[] {
  const words = splitWhitespace(requireCellText(cells, row));
  if (words.length % wordsPerBox !== 0) {
    throw cellError(cells, row, `${words.length} words found, but every box takes ${wordsPerBox}`);
  }
  return Array.from({ length: words.length / wordsPerBox }, (_, box) => {
    const [label, ...rest] = words.slice(box * wordsPerBox, (box + 1) * wordsPerBox);
    const [confidence, xMin, yMin, xMax, yMax] = rest.map((word) => cellNumber(cells, row, word));
    return { label: label!, confidence: confidence!, xMin: xMin!, yMin: yMin!, xMax: xMax!, yMax: yMax! };
  });
}
