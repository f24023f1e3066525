/** A number for each row. */
export interface NumberGoal {
  readonly kind: "number";
  readonly column: string;
  /** The value of each training row; NaN if unknown. */
  readonly truth: Float64Array;
  /** Whether the numbers of all such goals add up to 1 in each row. */
  readonly isShare: boolean;
}

/** One of several classes for each row. */
export interface ClassGoal {
  /** `label` writes the likeliest class, `probability` that of the second of two, `probabilities` one column per class. */
  readonly kind: "label" | "probability" | "probabilities";
  readonly column: string;
  /** The column that each class fills, for `probabilities`. */
  readonly columns: readonly string[];
  readonly classes: readonly string[];
  /** The class number of each training row; NaN if unknown. */
  readonly truth: Float64Array;
}

/** Labels separated by blanks for each row, the likeliest first. */
export interface ListGoal {
  readonly kind: "list";
  readonly column: string;
  /** The labels of each training row. */
  readonly lists: readonly (readonly string[])[];
  /** How many labels most rows of the sample submission list. */
  readonly length: number;
}

/** One thing to predict. `column` is the submission's column, or for `probabilities` the training table's. */
export type Goal = NumberGoal | ClassGoal | ListGoal;

/** The submission's columns that a goal fills. */
export function columnsOf(goal: Goal): readonly string[] {
  return goal.kind === "probabilities" ? goal.columns : [goal.column];
}

/** Whether the columns that a goal fills are shares of 1. */
export function isShared(goal: Goal): boolean {
  return goal.kind === "probabilities" || (goal.kind === "number" && goal.isShare);
}
