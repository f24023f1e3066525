import { labelAt } from "../frame/labels.ts";
import type { TableView } from "../frame/table-view.ts";
import type { Label } from "../lib/numeric/label.ts";
import { type SplitOptions, splitList } from "./split.ts";
import { uniqueValues } from "./unique.ts";

/** A table split into two parts that have no value of one column in common. Rows keep their order. */
export interface ColumnSplit {
  readonly train: TableView;
  readonly test: TableView;
  /** The values of each part in the order in which they were drawn; NaN is a gap. */
  readonly trainValues: readonly Label[];
  readonly testValues: readonly Label[];
}

/** Splits a column's distinct values (a gap is one) with `train_test_split`, then the rows by their values (`isin`). */
export function splitByColumn(table: TableView, name: string, options: SplitOptions): ColumnSplit {
  const column = table.column(name);
  const { train: trainValues, test: testValues } = splitList(uniqueValues(column), options);
  const held = new Set(testValues);
  const inTest = new Uint8Array(column.length);
  for (let row = 0; row < column.length; row += 1) {
    if (held.has(labelAt(column, row) ?? Number.NaN)) inTest[row] = 1;
  }
  return {
    train: table.filter((row) => inTest[row] === 0),
    test: table.filter((row) => inTest[row] === 1),
    trainValues,
    testValues,
  };
}
