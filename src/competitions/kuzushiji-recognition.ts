import { alignById } from "../grade/align.ts";
import { type Cells, cellError, cellNumber, cellsOf, cellText } from "../grade/cells.ts";
import { requireColumns, requireSameLength } from "../grade/checks.ts";
import { pointInBoxF1 } from "../metrics/point-in-box-f1.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "kuzushiji-recognition",
  metric: "F1 score of labelled points inside the true character boxes",
  submissionFormat:
    "Columns image_id and labels: one row per page, characters as `label X Y` (a point inside the character's box) separated by single blanks, empty for none.",
  knownProblems: ["Kaggle's limit of 1,200 characters per page is not enforced."],
  rounding: "python",
  grade(submission, answers) {
    requireSameLength(submission, answers);
    requireColumns(submission, "image_id", "labels");
    const rows = alignById(submission, answers, "image_id");
    const cells = cellsOf(rows.submission, "labels", "image_id");
    const trueCells = cellsOf(rows.answers, "labels", "image_id");
    const points = Array.from({ length: submission.length }, (_, row) => {
      const [labels, x, y] = readFields(cells, row, 2);
      return { labels, x: x!, y: y! };
    });
    const boxes = Array.from({ length: answers.length }, (_, row) => {
      const [labels, x, y, width, height] = readFields(trueCells, row, 4);
      return { labels, x: x!, y: y!, width: width!, height: height! };
    });
    return pointInBoxF1(boxes, points);
  },
});

/** The labels of a page and, column by column, the numbers that follow each; none for a gap. */
function readFields(cells: Cells, row: number, numbers: number): [labels: string[], ...numbers: number[][]] {
  const labels: string[] = [];
  const columns: number[][] = Array.from({ length: numbers }, () => []);
  const words = cellText(cells, row)?.split(" ") ?? [];
  if (words.length % (numbers + 1) !== 0) {
    throw cellError(
      cells,
      row,
      `${words.length} words found, but every character takes ${numbers + 1}, separated by single blanks`,
    );
  }
  words.forEach((word, index) => {
    const field = index % (numbers + 1);
    // Upstream: numpy drops zero characters at the end of a text.
    if (field === 0) labels.push(word.replace(/\0+$/, ""));
    else columns[field - 1]!.push(cellNumber(cells, row, word));
  });
  return [labels, ...columns];
}
