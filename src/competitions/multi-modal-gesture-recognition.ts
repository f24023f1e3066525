import { textAt } from "../frame/as-text.ts";
import type { Frame } from "../frame/frame.ts";
import { alignById } from "../grade/align.ts";
import { cellError, cellsOf } from "../grade/cells.ts";
import { requireColumns, requireSameLength } from "../grade/checks.ts";
import { parsePythonInt } from "../lib/python-int.ts";
import { splitWhitespace } from "../lib/python-text.ts";
import { sequenceErrorRate } from "../metrics/sequence-error-rate.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "multi-modal-gesture-recognition",
  metric: "Levenshtein distance of the gesture sequences over the number of true gestures",
  submissionFormat:
    "Columns Id and Sequence: one row per test recording, the gestures from 1 to 20 in their order, separated by blanks.",
  knownProblems: ["The public recordings contain their labels."],
  grade(submission, answers) {
    requireSameLength(submission, answers);
    requireColumns(submission, "Id", "Sequence");
    const aligned = alignById(submission, answers, "Id");
    return sequenceErrorRate(gestures(aligned.answers), gestures(aligned.submission));
  },
});

function gestures(table: Frame): bigint[][] {
  const cells = cellsOf(table, "Sequence", "Id");
  return Array.from({ length: table.length }, (_, row) =>
    splitWhitespace(textAt(cells.column, row)).map((word) => {
      const gesture = parsePythonInt(word);
      if (gesture !== null) return gesture % hashModulus;
      throw cellError(cells, row, `whole numbers are expected, ${JSON.stringify(word.slice(0, 40))} is none`);
    }),
  );
}

/** Upstream: gestures are compared by Python's hash, which takes whole numbers modulo this prime. */
const hashModulus = 2n ** 61n - 1n;
