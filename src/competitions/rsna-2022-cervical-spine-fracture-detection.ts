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
    const cells = studyCells(aligned.answers.column(id));
    const toMatrix = (column: Column): Float64Array => {
      const matrix = new Float64Array(Math.ceil(column.length / labels.length) * labels.length);
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

/** Where each row's value belongs in a matrix of studies, sorted by their ids, and labels: pandas' `pivot`. */
function studyCells(rowIds: Column): Int32Array {
  const parts = Array.from({ length: rowIds.length }, (_, row) => {
    const [study = "", ...label] = textAt(rowIds, row).split("_");
    return { study, label: labels.indexOf(label.join("_")) };
  });
  const studies = [...new Set(parts.map(({ study }) => study))].sort(compareCodePoints);
  const places = new Map(studies.map((study, place) => [study, place]));
  return Int32Array.from(parts, ({ study, label }) => (label < 0 ? -1 : places.get(study)! * labels.length + label));
}
