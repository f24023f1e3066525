import { asFloats } from "../../frame/as-floats.ts";
import { NumberColumn } from "../../frame/column.ts";
import type { Frame } from "../../frame/frame.ts";
import { sortValuesOrder } from "../../frame/sort-values.ts";
import { requireSameIds } from "../../grade/align.ts";
import { requireColumns, requireSameLength } from "../../grade/checks.ts";
import { finiteFloats } from "../../grade/finite-floats.ts";
import { InvalidSubmission } from "../../lib/errors.ts";
import { meanColumnwiseRootMeanSquaredError } from "../../metrics/mean-columnwise-root-mean-squared-error.ts";
import { defineCompetition } from "../define-competition.ts";
import { prepareMolecules } from "./molecules.ts";

const id = "id_seqpos";
const scored = ["reactivity", "deg_Mg_pH10", "deg_Mg_50C"];
const unscored = ["deg_pH10", "deg_50C"];

export default defineCompetition({
  id: "stanford-covid-vaccine",
  metric: "Root mean squared error, averaged over three columns (MCRMSE)",
  submissionFormat:
    "Columns id_seqpos, reactivity, deg_Mg_pH10, deg_pH10, deg_Mg_50C and deg_50C: one row per position of the test sequences, in the order of the sample submission.",
  knownProblems: [
    "The position in the file, not the id, decides which rows are scored: a submission in another order than the sample is compared with the wrong rows.",
    "deg_pH10 and deg_50C are required but not scored.",
  ],
  grade(submission, answers) {
    requireSameLength(submission, answers);
    requireColumns(submission, id, ...scored, ...unscored);
    const order = rowsSortedById(submission);
    const answersOrder = rowsSortedById(answers);
    requireSameIds({ submission: submission.take(order), answers: answers.take(answersOrder) }, id);

    const keep = asFloats(answers.column("keep"));
    // Upstream: a row of the submission is scored if the answers' row with the same label (by default its position in the
    // file) is. The remaining rows of both sides, sorted by id, are compared in order.
    const labels = rowLabels(submission);
    const predicted = submission.take(order.filter((row) => keep[labels[row]!] === 1));
    const expected = answers.take(answersOrder.filter((row) => keep[row] === 1));
    if (predicted.length !== expected.length) throw unfitLabels();
    return meanColumnwiseRootMeanSquaredError(
      scored.map((name) => asFloats(expected.column(name))),
      scored.map((name) => finiteFloats(predicted.column(name), predicted.column(id))),
    );
  },

  prepare: prepareMolecules,
});

function rowsSortedById(table: Frame): Uint32Array {
  return sortValuesOrder(table.column(id)) ?? Uint32Array.from({ length: table.length }, (_, row) => row);
}

/** The label pandas gives each row: its position in the file, or its first cell if rows are longer than the header. */
function rowLabels(submission: Frame): Uint32Array {
  if (submission.indexColumns === 0) return Uint32Array.from({ length: submission.length }, (_, row) => row);
  if (submission.indexColumns > 1) throw unfitLabels();
  const labels = submission.indexColumn(0);
  if (!(labels instanceof NumberColumn) || labels.kind.startsWith("bool")) throw unfitLabels();
  return Uint32Array.from(labels.values, (label) => {
    if (!(Number.isInteger(label) && label >= 0 && label < submission.length)) throw unfitLabels();
    return label;
  });
}

function unfitLabels(): InvalidSubmission {
  return new InvalidSubmission(
    "The rows have more cells than the header, and their first cells are not row numbers from 0: remove the extra cells.",
  );
}
