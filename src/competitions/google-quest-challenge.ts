import { asFloats } from "../frame/as-floats.ts";
import type { Column } from "../frame/column.ts";
import { sortOrder } from "../frame/sort-order.ts";
import { sortBy } from "../grade/align.ts";
import { requireColumns, requireSameLength } from "../grade/checks.ts";
import { requireExactColumns } from "../grade/exact-columns.ts";
import { mean } from "../lib/summation.ts";
import { spearman } from "../metrics/spearman.ts";
import { defineCompetition } from "./define.ts";

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
    "Columns qa_id and the 30 labels (question_... and answer_...) and no others: one row per test question and answer, each label a number from 0 to 1.",
  knownProblems: [
    "Equal predictions in all rows of one label, or one empty cell, make the whole score NaN.",
    "Ids are never checked: rows are paired in sorted order of qa_id, so wrong ids are scored silently.",
    "A column with a word in it is ranked as text, where 1e-05 comes after 0.5.",
  ],
  grade(submission, answers) {
    requireColumns(submission, "qa_id");
    requireExactColumns(submission, "qa_id", ...targets);
    requireSameLength(submission, answers);
    // Upstream: both sides are sorted by id and paired row by row; nobody looks whether the ids are the same.
    const prediction = sortBy(submission, "qa_id");
    const truth = sortBy(answers, "qa_id");
    return mean(
      Float64Array.from(targets, (name) => spearman(asFloats(truth.column(name)), sortable(prediction.column(name)))),
    );
  },
});

/** Numbers that rank as the cells do; all NaN for text with a gap. Upstream: text is ranked by code point. */
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
