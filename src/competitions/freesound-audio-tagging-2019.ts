import { statSync } from "node:fs";
import { join } from "node:path";
import { asFloats } from "../frame/as-floats.ts";
import { asText, textAt } from "../frame/as-text.ts";
import { type Column, NumberColumn } from "../frame/column.ts";
import type { Frame } from "../frame/frame.ts";
import type { TableView } from "../frame/table-view.ts";
import { alignById } from "../grade/align.ts";
import { requireNumbers, requireSameLength } from "../grade/checks.ts";
import { InvalidSubmission, MissingData } from "../lib/errors.ts";
import { labelWeightedRankingPrecision } from "../metrics/label-weighted-ranking-precision.ts";
import { rowsIn } from "../prepare/groups.ts";
import { splitRows } from "../prepare/split.ts";
import { zipById } from "../prepare/zip-by-id.ts";
import { defineCompetition } from "./define-competition.ts";

const id = "fname";
/** The archive with the labels published after the competition, and the folder in it. */
const meta = "FSDKaggle2019.meta";

export default defineCompetition({
  id: "freesound-audio-tagging-2019",
  metric: "Label-weighted label-ranking average precision",
  submissionFormat:
    "Columns fname and the 80 classes, in the order of the sample submission. One row per test clip, with " +
    "a number for every class; higher means the label is more likely.",
  grade(submission, answers) {
    requireSameLength(submission, answers);
    requireSameColumns(submission, answers);
    const classes = answers.names.slice(1);
    if (classes.every((name) => submission.column(name).kind === "bool")) {
      throw new InvalidSubmission("All columns have only true and false, which cannot be ranked. Use numbers.");
    }
    const aligned = alignById(submission, answers, id);
    const truth = toMatrix(classes.map((name) => asFloats(aligned.answers.column(name))));
    const scores = toMatrix(toScores(classes.map((name) => aligned.submission.column(name))));
    requireFiniteRows(aligned.submission, truth, scores);
    return labelWeightedRankingPrecision(truth, scores, { classes: classes.length });
  },

  async prepare({ raw, extract, list, open, place, placeTree, write }) {
    const clips = await extract(`${meta}.zip`, `${meta}/test_post_competition.csv`).catch((cause) => {
      if (!(cause instanceof MissingData)) throw cause;
      throw new MissingData(
        `Kaggle's archive does not contain the labels of the test clips, and ${meta}.zip is missing. Download it from ` +
          `https://zenodo.org/records/3612637/files/${meta}.zip and put it into ${raw}.`,
      );
    });
    for (const name of list(".").filter((entry) => !entry.includes(meta))) {
      if (statSync(join(raw, name)).isDirectory()) placeTree(name, `public/${name}`);
      else place(name, `public/${name}`);
    }
    const test = rowsIn(open(clips, { defaultFloats: true }), "usage", ["Private"]);
    write("private/test.csv", answersFor(test, open("sample_submission.csv").names.slice(1)));
  },
  async rehearse(context) {
    const { extract, open, place, write } = context;
    const { train, test } = splitRows(open("train_curated.csv"), {});
    const classes = open("sample_submission.csv").names.slice(1);
    const answers = answersFor(test, classes);
    write("public/train_curated.csv", train);
    write(
      "public/sample_submission.csv",
      classes.reduce((sample, name) => sample.with(name, 0), answers),
    );
    write("private/test.csv", answers);
    for (const name of ["train_noisy.csv", "train_noisy.zip"]) place(name, `public/${name}`);
    const from = await extract("train_curated.zip");
    await zipById(context, asText(train.column(id)), { from, to: "public/train_curated.zip" });
    await zipById(context, asText(test.column(id)), { from, to: "public/test.zip" });
  },
});

/** One column per class: 1 if it is among the clip's labels. */
function answersFor(clips: TableView, classes: readonly string[]): TableView {
  const labels = asText(clips.column("labels")).map((text) => new Set(text.split(",")));
  let answers = clips.select(id);
  for (const name of classes) {
    const has = Float64Array.from(labels, (own) => (own.has(name) ? 1 : 0));
    answers = answers.with(name, new NumberColumn(name, "int64", has));
  }
  return answers;
}

function requireSameColumns(submission: Frame, answers: Frame): void {
  const wrong = answers.names.findIndex((name, position) => submission.names[position] !== name);
  if (wrong < 0 && submission.names.length === answers.names.length) return;
  const position = wrong < 0 ? answers.names.length : wrong;
  const found = submission.names[position];
  throw new InvalidSubmission(
    `Column ${position + 1} is ${found === undefined ? "missing" : `"${found.slice(0, 60)}"`}. ` +
      `Use the ${answers.names.length} columns of the sample submission, in its order.`,
  );
}

function toMatrix(columns: readonly Float64Array[]): Float64Array {
  const matrix = new Float64Array(columns.length * (columns[0]?.length ?? 0));
  columns.forEach((values, position) => {
    for (let row = 0; row < values.length; row += 1) matrix[row * columns.length + position] = values[row]!;
  });
  return matrix;
}

/** The columns as doubles that rank within a row like the reference's values. */
function toScores(columns: readonly Column[]): Float64Array[] {
  const sameKind = columns.every(({ kind }) => kind === columns[0]!.kind);
  if (!sameKind || !columns.some((column) => column.kind !== "text" && column.wide !== null)) {
    return columns.map(toNumbers);
  }
  // Upstream: if all columns are int64, or all are uint64, they stay integers, and negating them wraps around.
  const wrap = columns[0]!.kind === "uint64" ? BigInt.asUintN : BigInt.asIntN;
  const negated = (columns as NumberColumn[]).map(({ values, wide }) =>
    Array.from(values, (value, row) => wrap(64, -(wide?.[row] ?? BigInt(value)))),
  );
  const distinct = [...new Set(negated.flat())].sort((a, b) => (a < b ? -1 : 1));
  const places = new Map(distinct.map((value, place) => [value, place]));
  return negated.map((values) => Float64Array.from(values, (value) => -places.get(value)!));
}

/** pandas trims ASCII blanks only. */
const integer = /^[ \t-\r]*([+-]?)0*([0-9]+)[ \t-\r]*$/;
const mostDigits = 20;

/**
 * `pandas.to_numeric`; gaps are NaN. Upstream: the only text it accepts is a column of integers in which some need 64
 * unsigned bits and others are negative or empty.
 */
function toNumbers(column: Column): Float64Array {
  if (column.kind !== "text") return column.values;
  return Float64Array.from({ length: column.length }, (_, row) => {
    const text = column.at(row) ?? "";
    if (text === "") return Number.NaN;
    const [, sign = "", digits = ""] = integer.exec(text) ?? [];
    // Counts the digits first: converting millions of them would take seconds.
    const magnitude = digits === "" || digits.length > mostDigits ? 2n ** 64n : BigInt(digits);
    const value = sign === "-" ? -magnitude : magnitude;
    if (value < -(2n ** 63n) || value >= 2n ** 64n) requireNumbers(column);
    return Number(value);
  });
}

/** Upstream: rows without a true label are dropped before scikit-learn checks for NaN and infinities. */
function requireFiniteRows(submission: Frame, truth: Float64Array, scores: Float64Array): void {
  const classes = submission.names.length - 1;
  for (let row = 0; row < submission.length; row += 1) {
    const range = [row * classes, (row + 1) * classes] as const;
    if (!truth.subarray(...range).some((label) => label > 0)) continue;
    const wrong = scores.subarray(...range).findIndex((score) => !Number.isFinite(score));
    if (wrong < 0) continue;
    const found = Number.isNaN(scores[range[0] + wrong]!) ? "a gap (NaN)" : "an infinite value";
    throw new InvalidSubmission(
      `Column "${submission.names[wrong + 1]}" holds ${found} for ${textAt(submission.column(id), row).slice(0, 60)}; ` +
        "every row needs a number.",
    );
  }
}
