import { asFloats } from "../frame/as-floats.ts";
import { textAt } from "../frame/as-text.ts";
import type { Column } from "../frame/column.ts";
import { alignById } from "../grade/align.ts";
import { requireColumns, requireSameLength } from "../grade/checks.ts";
import { requireProbabilities } from "../grade/require-probabilities.ts";
import { compareCodePoints } from "../lib/compare-code-points.ts";
import { weightedMultiLabelLogLoss } from "../metrics/weighted-multi-label-log-loss.ts";
import { defineCompetition } from "./define.ts";

const id = "row_id";
const target = "fractured";
const labels = ["patient_overall", "C1", "C2", "C3", "C4", "C5", "C6", "C7"];

export default defineCompetition({
  id: "rsna-2022-cervical-spine-fracture-detection",
  metric: "Weighted multi-label log loss",
  submissionFormat:
    "Columns row_id and fractured. Eight rows per test study (patient_overall and C1 to C7); fractured is the " +
    "probability of a fracture, from 0 to 1.",
  knownProblems: ["Only a tenth of the studies are training data, nine tenths are the test set."],
  grade(submission, answers) {
    requireColumns(submission, id, target);
    requireProbabilities(submission.column(target));
    requireSameLength(submission, answers);
    const aligned = alignById(submission, answers, id);
    const { studies, cells } = findCells(aligned.answers.column(id));
    const toMatrix = (column: Column): Float64Array => {
      const matrix = new Float64Array(studies * labels.length).fill(Number.NaN);
      asFloats(column).forEach((value, row) => {
        if (cells[row]! >= 0) matrix[cells[row]!] = value;
      });
      return matrix;
    };
    return weightedMultiLabelLogLoss(
      toMatrix(aligned.answers.column(target)),
      toMatrix(aligned.submission.column(target)),
      { presentWeights: [14, 2, 2, 2, 2, 2, 2, 2], absentWeights: [7, 1, 1, 1, 1, 1, 1, 1] },
    );
  },
});

/**
 * Where each row's value belongs in a matrix of studies, sorted by their ids, and labels: pandas' `pivot`. -1 for a row
 * that is about something else.
 */
function findCells(rowIds: Column): { readonly studies: number; readonly cells: Int32Array } {
  const cells = new Int32Array(rowIds.length);
  const studies = new Map<string, number>();
  for (let row = 0; row < cells.length; row += 1) {
    const rowId = textAt(rowIds, row);
    const cut = rowId.indexOf("_");
    const study = rowId.slice(0, cut);
    if (!studies.has(study)) studies.set(study, studies.size);
    const label = labels.indexOf(rowId.slice(cut + 1));
    cells[row] = label < 0 ? -1 : studies.get(study)! * labels.length + label;
  }
  const sorted = [...studies.keys()].sort(compareCodePoints);
  const places = new Int32Array(sorted.length);
  sorted.forEach((study, place) => {
    places[studies.get(study)!] = place;
  });
  const settled = cells.map((cell) => {
    const label = cell % labels.length;
    return cell < 0 ? -1 : places[(cell - label) / labels.length]! * labels.length + label;
  });
  return { studies: studies.size, cells: settled };
}
