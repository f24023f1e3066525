import type { TableView } from "../../frame/table-view.ts";

/** What a demo competition is generated as: more than agents or the grader see, for the ladder of reference solutions. */
export interface DemoData {
  /** Both with ids, features and the target. */
  readonly train: TableView;
  readonly test: TableView;
  readonly id: string;
  readonly target: string;
  /** What a submission holds: numbers, the probability of the second class, one column per class, or the class's name. */
  readonly predicts: "number" | "probability" | "probabilities" | "label";
  /** Names of the classes in the order of `expected`; empty when a number is predicted. */
  readonly classes: readonly string[];
  /**
   * The best possible prediction for each test row, knowing how the data was made: the value without its noise, or a
   * probability for each class, row by row. For two classes the probability of the second suffices.
   */
  readonly expected: Float64Array;
  /** What simple solutions look at where it is not the tables' own columns, such as brightness in parts of an image. */
  readonly features?: { readonly train: TableView; readonly test: TableView };
}

/** Rounds to some decimals, for values that are printed: the shortest decimal that a reader would write. */
export function decimals(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
