import { asFloats } from "../frame/as-floats.ts";
import { type Column, NumberColumn } from "../frame/column.ts";
import { labelAt } from "../frame/labels.ts";
import { sortOrder } from "../frame/sort-order.ts";
import type { TableView } from "../frame/table-view.ts";
import { sortBy } from "../grade/align.ts";
import { requireColumns, requireSameLength } from "../grade/checks.ts";
import { requireExactColumns } from "../grade/exact-columns.ts";
import { BenchError } from "../lib/errors.ts";
import { mean } from "../lib/numeric/summation.ts";
import { trainTestSplit } from "../lib/random/train-test-split.ts";
import { spearman } from "../metrics/spearman.ts";
import { uniqueLabels } from "../prepare/groups.ts";
import { defineCompetition } from "./define-competition.ts";

const questionLabels = [
  "asker_intent_understanding",
  "body_critical",
  "conversational",
  "expect_short_answer",
  "fact_seeking",
  "has_commonly_accepted_answer",
  "interestingness_others",
  "interestingness_self",
  "multi_intent",
  "not_really_a_question",
  "opinion_seeking",
  "type_choice",
  "type_compare",
  "type_consequence",
  "type_definition",
  "type_entity",
  "type_instructions",
  "type_procedure",
  "type_reason_explanation",
  "type_spelling",
  "well_written",
];
const answerLabels = [
  "helpful",
  "level_of_information",
  "plausible",
  "relevance",
  "satisfaction",
  "type_instructions",
  "type_procedure",
  "type_reason_explanation",
  "well_written",
];
const targets = [
  ...questionLabels.map((label) => `question_${label}`),
  ...answerLabels.map((label) => `answer_${label}`),
];

export default defineCompetition({
  id: "google-quest-challenge",
  metric: "Spearman's rank correlation, averaged over 30 labels",
  submissionFormat:
    "Columns qa_id and the 30 labels (question_... and answer_...) and no others: one row per test question and answer, with a number from 0 to 1 for each label.",
  knownProblems: [
    "A label with equal predictions in all rows, or one empty cell, makes the whole score NaN.",
    "Ids are not checked: rows are paired in sorted order of qa_id, so wrong ids go unnoticed.",
    "A column with any word in it is ranked as text, and 1e-05 then comes after 0.5.",
  ],
  grade(submission, answers) {
    requireColumns(submission, "qa_id");
    requireExactColumns(submission, "qa_id", ...targets);
    requireSameLength(submission, answers);
    // Upstream: both sides are sorted by id and paired row by row, without comparing ids.
    const prediction = sortBy(submission, "qa_id");
    const truth = sortBy(answers, "qa_id");
    return mean(
      Float64Array.from(targets, (name) => spearman(asFloats(truth.column(name)), sortable(prediction.column(name)))),
    );
  },

  async prepare({ open, write }) {
    const { train, test } = splitWithSpelling(open("train.csv"));
    const answers = test.select("qa_id", ...targets);
    const step = 1 / (test.length - 1);
    const rising = Float64Array.from({ length: test.length }, (_, row) => (row === 0 ? 0 : row * step));
    if (test.length > 1) rising[test.length - 1] = 1;
    const sample = targets.reduce(
      (table, name) => table.with(name, new NumberColumn(name, "float64", rising)),
      test.select("qa_id"),
    );
    write("public/train.csv", train);
    write("public/test.csv", test.drop(...targets));
    write("public/sample_submission.csv", sample);
    write("private/test.csv", answers);
  },
  checks: {
    disjoint: { train: "public/train.csv", test: "private/test.csv", id: "qa_id" },
    hidden: { file: "public/test.csv", columns: targets },
  },
});

/**
 * The split. If no test row is about spelling, swaps the first test row with a train row that is, because a constant label
 * has no rank correlation.
 */
function splitWithSpelling(questions: TableView): { readonly train: TableView; readonly test: TableView } {
  const { train, test } = trainTestSplit(questions.length, { testSize: 0.1, seed: 0 });
  const spelling = questions.column("question_type_spelling");
  if (uniqueLabels(spelling.take(test)).length === 1) {
    const place = train.findIndex((row) => labelAt(spelling, row) !== 0);
    if (place < 0)
      throw new BenchError("malformed-raw-data", "There is no question about spelling (question_type_spelling).");
    [train[place], test[0]] = [test[0]!, train[place]!];
  }
  return { train: questions.take(train), test: questions.take(test) };
}

/** Numbers that rank like the cells; all NaN for text with a gap. Upstream: text is ranked by code point. */
function sortable(column: Column): Float64Array {
  if (column.kind !== "text") return column.values;
  const places = new Float64Array(column.length);
  if (column.hasGaps) return places.fill(Number.NaN);
  const order = sortOrder(column);
  let place = 0;
  let previous: string | null = null;
  for (let index = 0; index < column.length; index += 1) {
    const row = order === null ? index : order[index]!;
    const text = column.at(row);
    if (text !== previous) place += 1;
    places[row] = place;
    previous = text;
  }
  return places;
}
