import { textAt } from "../../frame/as-text.ts";
import { type Column, TextColumn } from "../../frame/column.ts";
import { Frame } from "../../frame/frame.ts";
import { requireColumns } from "../../grade/checks.ts";
import { InvalidSubmission } from "../../lib/errors.ts";
import { findMembers } from "../../lib/json/find-members.ts";
import { parsePythonInt } from "../../lib/python/python-int.ts";
import { mapLines } from "../../lib/python/python-lines.ts";
import { strip } from "../../lib/python/python-text.ts";
import { accuracy } from "../../metrics/accuracy.ts";
import { defineCompetition } from "../define-competition.ts";
import { prepareNaturalQuestions } from "./natural-questions.ts";

const id = "example_id";
const target = "PredictionString";

export default defineCompetition({
  id: "tensorflow2-question-answering",
  metric: "Micro F1, which equals the share of correct rows here",
  submissionFormat:
    "Columns example_id and PredictionString. Two rows per test article, `<id>_long` and `<id>_short`; PredictionString " +
    "is `start:end` in tokens, YES, NO, or empty for no answer.",
  knownProblems: [
    "Rows without an answer count as correct if left empty, so an empty submission already scores above 0.5.",
  ],
  readAnswers(path) {
    const articles = Array.from(
      mapLines(path, (bytes, start, end) => readArticle(findMembers(bytes, start, end, ["example_id", "annotations"]))),
    );
    const ids = articles.flatMap((article) => [`${article.id}_long`, `${article.id}_short`]);
    const answers = articles.flatMap(({ long, short }) => [long.join(" "), short.join(" ")]);
    return Frame.of([TextColumn.from(id, ids), TextColumn.from(target, answers)]);
  },
  grade(submission, answers) {
    if (submission.length !== answers.length) {
      throw new InvalidSubmission(`The submission has ${submission.length} rows, expected ${answers.length}.`);
    }
    requireColumns(submission, id, target);
    const rows = findRows(submission.column(id), answers.column(id));
    const predicted = new Uint8Array(rows.length);
    const actual = new Uint8Array(rows.length);
    for (let row = 0; row < rows.length; row += 1) {
      const prediction = readPrediction(submission.column(target), row);
      const valid = textAt(answers.column(target), rows[row]!);
      predicted[row] = prediction === "" ? 0 : 1;
      actual[row] = (prediction === "" ? valid !== "" : valid.split(" ").includes(prediction)) ? 1 : 0;
    }
    return accuracy(actual, predicted);
  },
  prepare: prepareNaturalQuestions,
});

interface Span {
  readonly start_token: number;
  readonly end_token: number;
}

interface Annotation {
  readonly yes_no_answer: string;
  readonly long_answer: Span;
  readonly short_answers: readonly Span[];
}

/** The answers that count for an article: those of the first annotator. */
function readArticle(members: ReadonlyMap<string, string>): { id: string; long: string[]; short: string[] } {
  const [annotation] = JSON.parse(members.get("annotations")!) as [Annotation];
  const toText = (span: Span) => `${span.start_token}:${span.end_token}`;
  const short = annotation.short_answers.map(toText);
  if (annotation.yes_no_answer !== "NONE") short.push(annotation.yes_no_answer);
  return {
    id: String(JSON.parse(members.get("example_id")!)),
    long: annotation.long_answer.start_token === -1 ? [] : [toText(annotation.long_answer)],
    short,
  };
}

/** The row in the answers for every submitted id. Refuses unknown and repeated ids. */
function findRows(submitted: Column, expected: Column): Uint32Array {
  const places = new Map<string, number>();
  for (let row = 0; row < expected.length; row += 1) places.set(textAt(expected, row), row);
  return Uint32Array.from({ length: submitted.length }, (_, row) => {
    const found = submitted.isGap(row) ? "" : textAt(submitted, row);
    const place = places.get(found);
    // Each id is accepted once, and there are as many rows as ids, so none is missing.
    places.delete(found);
    if (place !== undefined) return place;
    throw new InvalidSubmission(
      `Column "${id}" holds ${JSON.stringify(found.slice(0, 60))} in row ${row + 1}, which is unknown or repeated. ` +
        "Use every id of the sample submission exactly once.",
    );
  });
}

/** A cell without blanks around it; a span is `start:end` in plain digits. */
function readPrediction(column: Column, row: number): string {
  const text = column.isGap(row) ? "" : strip(textAt(column, row));
  if (text === "" || text === "YES" || text === "NO") return text;
  const tokens = text.split(":").map(parsePythonInt);
  if (tokens.length === 2 && !tokens.includes(null)) return `${tokens[0]}:${tokens[1]}`;
  throw new InvalidSubmission(
    `Column "${target}" holds ${JSON.stringify(text.slice(0, 60))} in row ${row + 1}, expected start:end, YES, NO or nothing.`,
  );
}
