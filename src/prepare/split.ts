import type { TableView } from "../frame/table-view.ts";
import { type TrainTestSplitOptions, trainTestSplit } from "../lib/random/train-test-split.ts";

/** Sizes as in scikit-learn: a share below 1 or a number of rows. Default seed: 0. */
export type SplitOptions = Omit<TrainTestSplitOptions, "seed"> & { readonly seed?: number };

/** `train_test_split` of a table. Both parts are in permuted order. */
export function splitRows(
  table: TableView,
  options: SplitOptions,
): { readonly train: TableView; readonly test: TableView } {
  const { train, test } = trainTestSplit(table.length, { seed: 0, ...options });
  return { train: table.take(train), test: table.take(test) };
}

/** `train_test_split` of a list. Both parts are in permuted order. */
export function splitList<T>(items: readonly T[], options: SplitOptions): { readonly train: T[]; readonly test: T[] } {
  const { train, test } = trainTestSplit(items.length, { seed: 0, ...options });
  return { train: Array.from(train, (at) => items[at]!), test: Array.from(test, (at) => items[at]!) };
}
