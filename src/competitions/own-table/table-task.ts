/** A table of the user's as a competition: predict one column, on rows that are held out. */
export interface TableTask {
  readonly id: string;
  readonly name: string;
  /** What to predict and why, in the user's words. */
  readonly goal: string;
  /** The folder of the data, absolute. */
  readonly data: string;
  /** The labelled table, relative to the folder. */
  readonly train: string;
  /** A table without labels, to be predicted as well; null for none. */
  readonly test: string | null;
  /** Further files for agents, relative to the folder. */
  readonly files: readonly string[];
  readonly target: string;
  /** The column that identifies rows; null to number them. */
  readonly rowId: string | null;
  /** One of `tableMetrics`, by name. */
  readonly metric: string;
  /** The classes whose probabilities are to be predicted, sorted; empty where a submission has one value per row. */
  readonly classes: readonly string[];
  /** The share of the labelled rows that is held out. */
  readonly holdout: number;
  /** Decides which rows these are. */
  readonly seed: number;
}

/** The column that numbers rows when the data has no ids. */
export const numberedRows = "row_id";
