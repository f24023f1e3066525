import type { Grade } from "../contracts/competition.ts";
import type { Column } from "../frame/column.ts";
import type { Frame } from "../frame/frame.ts";
import { InvalidSubmission } from "../lib/errors.ts";
import { logLoss } from "../metrics/log-loss.ts";
import { alignById } from "./align.ts";
import { requireColumns, requireSameLength } from "./checks.ts";
import { requireProbabilities } from "./require-probabilities.ts";

/** A table of class probabilities: one row per id, one column per class. */
interface ClassTable {
  readonly id: string;
  /** The class columns. Default: all columns of the answers except the id. */
  readonly classes?: readonly string[];
  /**
   * Whether a row's probabilities sum to 1 closely enough. Default: `isCloseToOne`. `mixed`: some of the class columns
   * have true and false, others numbers.
   */
  readonly sumsToOne?: (sum: number, mixed: boolean) => boolean;
}

/**
 * The multi-class log loss of a table of probabilities against a table of 0 and 1, with rows aligned by id. scikit-learn
 * twin: `log_loss`. The submission needs the id and every class, the answers' ids, and in every row numbers from 0 to 1
 * that sum to 1. Other columns and the order of columns are ignored.
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

/** `numpy.isclose(sum, 1, atol=1e-6)`, which adds a relative tolerance of 1e-5. */
export function isCloseToOne(sum: number): boolean {
  return Math.abs(sum - 1) <= 1e-6 + 1e-5;
}

/** Adds column after column, as pandas' `sum(axis=1)` does with its column-major blocks. */
function requireRowSums(columns: readonly Float64Array[], sumsToOne: (sum: number) => boolean): void {
  const rows = columns[0]?.length ?? 0;
  for (let row = 0; row < rows; row += 1) {
    let sum = 0;
    for (const values of columns) sum += values[row]!;
    if (sumsToOne(sum)) continue;
    throw new InvalidSubmission(`The class probabilities of row ${row + 1} sum to ${sum}, expected 1.`);
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
