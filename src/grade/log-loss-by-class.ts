import type { Grade } from "../contracts/competition.ts";
import type { Column } from "../frame/column.ts";
import type { Frame } from "../frame/frame.ts";
import { InvalidSubmission } from "../lib/errors.ts";
import { logLoss } from "../metrics/log-loss.ts";
import { alignById } from "./align.ts";
import { requireColumns, requireSameLength } from "./checks.ts";
import { requireProbabilities } from "./require-probabilities.ts";

/** A table of class probabilities: one row per id, one column per class. */
export interface ClassTable {
  readonly id: string;
  /** The class columns; all columns of the answers but the id unless told. */
  readonly classes?: readonly string[];
  /**
   * Whether a row's probabilities sum to 1 closely enough; `isCloseToOne` unless told. `mixed` says that some of the
   * class columns hold true/false and others numbers.
   */
  readonly sumsToOne?: (sum: number, mixed: boolean) => boolean;
}

/**
 * Multi-class log loss of a table of probabilities against a table of 0 and 1, rows aligned by id (scikit-learn's
 * `log_loss`). The submission needs the id and every class, as many rows as the answers, numbers from 0 to 1 that sum
 * to 1 in every row, and the answers' ids. Other columns and the order of columns do not matter.
 */
export function logLossByClass({ id, classes: given, sumsToOne = isCloseToOne }: ClassTable): Grade {
  return (submission, answers) => {
    const classes = given ?? answers.names.filter((name) => name !== id);
    requireColumns(submission, id, ...classes);
    requireSameLength(submission, answers);
    const columns = classes.map((name) => submission.column(name));
    const probabilities = columns.map(requireProbabilities);
    const mixed = new Set(columns.map(({ kind }) => kind === "bool")).size === 2;
    requireRowSums(probabilities, (sum) => sumsToOne(sum, mixed));
    const aligned = alignById(submission, answers, id);
    return logLoss(toMatrix(aligned.answers, classes), toMatrix(aligned.submission, classes), {
      classes: classes.length,
    });
  };
}

/** `numpy.isclose(sum, 1, atol=1e-6)`, whose relative tolerance of 1e-5 comes on top. */
export function isCloseToOne(sum: number): boolean {
  return Math.abs(sum - 1) <= 1e-6 + 1e-5;
}

/** Columns are added one after the other, as pandas' `sum(axis=1)` does with its column-major blocks. */
function requireRowSums(columns: readonly Float64Array[], sumsToOne: (sum: number) => boolean): void {
  const rows = columns[0]?.length ?? 0;
  for (let row = 0; row < rows; row += 1) {
    let sum = 0;
    for (const values of columns) sum += values[row]!;
    if (sumsToOne(sum)) continue;
    throw new InvalidSubmission(`The class probabilities of row ${row + 1} sum to ${sum}; they must sum to 1.`);
  }
}

function toMatrix(frame: Frame, names: readonly string[]): Float64Array {
  const matrix = new Float64Array(frame.length * names.length);
  names.forEach((name, position) => {
    const { values } = frame.column(name) as Exclude<Column, { kind: "text" }>;
    for (let row = 0; row < frame.length; row += 1) matrix[row * names.length + position] = values[row]!;
  });
  return matrix;
}
