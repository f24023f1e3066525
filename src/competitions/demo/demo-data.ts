import type { TableView } from "../../frame/table-view.ts";

/** A generated demo competition, with more than agents and the grader see: for the ladder of reference solutions. */
export interface DemoData {
  /** With ids, features and the target. */
  readonly train: TableView;
  readonly test: TableView;
  readonly id: string;
  readonly target: string;
  /** The content of a submission: numbers, the probability of the second class, a column per class, or the class name. */
  readonly predicts: "number" | "probability" | "probabilities" | "label";
  /** The names of the classes in the order of `expected`; empty if the target is a number. */
  readonly classes: readonly string[];
  /**
   * The best possible prediction for each test row, given how the data was made: the value without noise, or a
   * probability for each class, row by row. For two classes, the probability of the second is enough.
   */
  readonly expected: Float64Array;
  /** Features for simple solutions, if not the columns of the tables, such as the brightness of parts of an image. */
  readonly features?: { readonly train: TableView; readonly test: TableView };
}

/** Rounds values for printing, so that they print with few decimals. */
export function decimals(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
