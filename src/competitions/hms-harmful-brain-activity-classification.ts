import { asFloats } from "../frame/as-floats.ts";
import { type Column, NumberColumn } from "../frame/column.ts";
import type { Frame } from "../frame/frame.ts";
import type { TableView } from "../frame/table-view.ts";
import { alignByIdSet } from "../grade/align-by-id-set.ts";
import { cellError, cellsOf } from "../grade/cells.ts";
import { requireColumns, requireSameLength } from "../grade/checks.ts";
import { InvalidSubmission } from "../lib/errors.ts";
import { roundLikePython } from "../lib/numeric/rounding.ts";
import { klDivergence } from "../metrics/kl-divergence.ts";
import { placeById } from "../prepare/place-by-id.ts";
import { splitByColumn } from "../prepare/split-by-column.ts";
import { uniqueTexts } from "../prepare/unique.ts";
import { defineCompetition } from "./define-competition.ts";

const id = "eeg_id";
const targets = ["seizure_vote", "lpd_vote", "gpd_vote", "lrda_vote", "grda_vote", "other_vote"];
const epsilon = 1e-15;

export default defineCompetition({
  id: "hms-harmful-brain-activity-classification",
  metric: "Kullback-Leibler divergence from the experts' votes",
  submissionFormat:
    "Columns eeg_id, seizure_vote, lpd_vote, gpd_vote, lrda_vote, grda_vote and other_vote: one row per row of the test data (an eeg_id may repeat; keep the order), six probabilities that sum to 1.",
  knownProblems: [
    "eeg_id is not unique: rows with the same eeg_id are paired in file order.",
    "A column of only whole numbers is not clipped away from 0: a single wrong 0 makes the score infinite.",
    "An empty cell counts as no divergence.",
  ],
  grade(submission, answers) {
    requireColumns(submission, id, ...targets);
    requireSameLength(submission, answers);
    const others = submission.names.filter((name) => name !== id);
    for (const name of others) requireShares(submission.column(name));
    requireSums(submission, targets, (sum) => roundLikePython(sum, 5) === 1);
    // Upstream: columns that are not targets also count as probabilities.
    requireSums(submission, others, (sum) => Math.abs(sum - 1) <= 1e-8 + 1e-5);

    const aligned = alignByIdSet(submission, answers, id);
    const truth = toMatrix(targets.map((name) => asFloats(aligned.answers.column(name))));
    const prediction = toMatrix(targets.map((name) => clipped(aligned.submission.column(name) as NumberColumn)));
    return klDivergence(toShares(truth), prediction, { classes: targets.length, epsilon: 0 });
  },

  async prepare(context) {
    const { open, write, placeTree } = context;
    // A spectrogram spans several recordings, and a recording several labels. Both parts must share neither.
    const { train, test } = splitByColumn(open("train.csv"), "spectrogram_id", { testSize: 0.1 });
    write("public/train.csv", train);
    write("public/test.csv", test.select("spectrogram_id", id, "patient_id"));
    write("private/test.csv", test);
    const shares = votesAsShares(test);
    const gold = shares.reduce((table, column) => table.with(column.name, column), test.select(id));
    write("private/gold_submission.csv", gold);
    const sample = targets.reduce((table, name) => table.with(name, { float: 1 / targets.length }), test.select(id));
    write("public/sample_submission.csv", sample);

    placeTree("example_figures", "public/example_figures");
    for (const [part, table] of Object.entries({ train, test })) {
      const place = (name: string, from: string, to: string): void =>
        placeById(context, uniqueTexts(table.column(name)), { from, to: `public/${part}_${to}`, ending: ".parquet" });
      place(id, "train_eegs", "eegs");
      place("spectrogram_id", "train_spectrograms", "spectrograms");
    }
  },
  checks: {
    disjoint: { train: "public/train.csv", test: "private/test.csv", id: "label_id" },
    hidden: { file: "public/test.csv", columns: ["expert_consensus", ...targets] },
  },
});

/** Divides each row's votes by their sum, ignoring gaps. A row without votes becomes gaps. */
function votesAsShares(table: TableView): NumberColumn[] {
  const votes = targets.map((name) => asFloats(table.column(name)));
  const sums = new Float64Array(table.length);
  for (const values of votes) {
    for (let row = 0; row < sums.length; row += 1) if (!Number.isNaN(values[row]!)) sums[row]! += values[row]!;
  }
  return targets.map((name, place) => {
    const shares = votes[place]!.map((value, row) => value / sums[row]!);
    return new NumberColumn(name, "float64", shares);
  });
}

/** Upstream: a table with a boolean column among numbers is not numeric for pandas, and booleans cannot be clipped. */
function requireShares(column: Column): void {
  if (column.kind !== "int64" && column.kind !== "uint64" && column.kind !== "float64") {
    throw new InvalidSubmission(
      `Column "${column.name}" must contain only numbers (all columns except ${id} are checked).`,
    );
  }
  const row = column.values.findIndex((value) => value < 0 || value > 1);
  if (row < 0) return;
  throw new InvalidSubmission(
    `Column "${column.name}" holds ${column.values[row]} in row ${row + 1}, expected a number from 0 to 1 in every column except ${id}.`,
  );
}

/** Checks the sums of the columns, ignoring gaps. */
function requireSums(submission: Frame, names: readonly string[], accepts: (sum: number) => boolean): void {
  const columns = names.map((name) => asFloats(submission.column(name)));
  for (let row = 0; row < submission.length; row += 1) {
    let sum = 0;
    for (const values of columns) if (!Number.isNaN(values[row]!)) sum += values[row]!;
    if (sum === 1 || accepts(sum)) continue;
    const columnNames = names === targets ? "the six votes" : `all columns but ${id}`;
    throw cellError(cellsOf(submission, targets[0]!, id), row, `${columnNames} sum to ${sum} in this row, expected 1`);
  }
}

/** Upstream: pandas converts a clipped column of integers back to integers, so 0 and 1 stay as they are. */
function clipped({ kind, values }: NumberColumn): Float64Array {
  if (kind !== "float64") return values;
  return values.map((value) => Math.min(Math.max(value, epsilon), 1 - epsilon));
}

function toMatrix(columns: readonly Float64Array[]): Float64Array {
  const width = columns.length;
  const matrix = new Float64Array(width * columns[0]!.length);
  for (const [place, values] of columns.entries()) {
    for (let row = 0; row < values.length; row += 1) matrix[row * width + place] = values[row]!;
  }
  return matrix;
}

/** Divides every row by its sum. */
function toShares(votes: Float64Array): Float64Array {
  const width = targets.length;
  const shares = new Float64Array(votes.length);
  for (let start = 0; start < votes.length; start += width) {
    let sum = 0;
    for (let cell = start; cell < start + width; cell += 1) sum += votes[cell]!;
    for (let cell = start; cell < start + width; cell += 1) shares[cell] = votes[cell]! / sum;
  }
  return shares;
}
