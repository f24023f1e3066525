import { type Column, NumberColumn } from "../frame/column.ts";
import { Frame } from "../frame/frame.ts";
import { alignById } from "../grade/align.ts";
import { requireColumns, requireSameLength } from "../grade/checks.ts";
import { countMatches } from "../grade/count-matches.ts";
import { requireCommonIntegers } from "../grade/require-common-integers.ts";
import { InvalidSubmission } from "../lib/errors.ts";
import { parsePythonInt } from "../lib/python-int.ts";
import { splitWhitespace } from "../lib/python-text.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "inaturalist-2019-fgvc6",
  metric: "Top-1 error rate (1 - accuracy)",
  submissionFormat:
    "Columns id (image number) and predicted: one row per test image, category numbers separated by blanks, the best first; only the first one counts.",
  rounding: "python",
  grade(submission, answers) {
    requireSameLength(submission, answers);
    requireColumns(submission, "id", "predicted");
    const best = Frame.of([submission.column("id"), bestCategories(submission.column("predicted"))]);
    const aligned = alignById(best, answers, "id");
    const right = countMatches(aligned.answers.column("predicted"), aligned.submission.column("predicted"));
    return 1 - right / answers.length;
  },
});

/** The first category of every row, as Python's `int()` reads it; a column of whole numbers or booleans as it is. */
function bestCategories(column: Column): NumberColumn {
  if (column.kind === "text") {
    const categories = Array.from({ length: column.length }, (_, row) => firstCategory(column.at(row), row));
    requireCommonIntegers("predicted", categories);
    return new NumberColumn("predicted", "int64", Float64Array.from(categories, Number));
  }
  if (column.kind === "float64" || column.kind === "bool-with-gaps") {
    throw new InvalidSubmission(
      'Column "predicted" holds gaps or numbers with a fraction point; every row needs whole numbers such as "12" or "12 7 9".',
    );
  }
  if (column.kind === "uint64") requireCommonIntegers("predicted", column.wide!);
  return column;
}

function firstCategory(cell: string | null, row: number): bigint {
  const token = splitWhitespace(cell ?? "")[0];
  const category = token === undefined ? null : parsePythonInt(token);
  if (category !== null) return category;
  const found = token === undefined ? "no category" : JSON.stringify(token.slice(0, 60));
  throw new InvalidSubmission(`Column "predicted" holds ${found} in row ${row + 1}; a category number is expected.`);
}
