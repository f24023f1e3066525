import { expect, test } from "vitest";
import { NumberColumn, TextColumn } from "../../src/frame/column.ts";
import { TableView } from "../../src/frame/table-view.ts";
import { splitByColumn } from "../../src/prepare/split-by-column.ts";
import { splitGroups } from "../../src/prepare/split-groups.ts";
import { uniqueTexts, uniqueValues } from "../../src/prepare/unique.ts";

const words = (values: readonly (string | null)[]) => TextColumn.from("word", values);
const rowNumbers = (length: number) =>
  new NumberColumn(
    "row",
    "int64",
    Float64Array.from({ length }, (_, row) => row),
  );
const rowsOf = (table: TableView) => Array.from((table.column("row") as NumberColumn).values);

test("different values come in the order of their first appearance, a gap among them", () => {
  expect(uniqueValues(words(["b", null, "a", "b", null]))).toEqual(["b", Number.NaN, "a"]);
  const numbers = new NumberColumn("n", "float64", Float64Array.of(2, Number.NaN, 1.5, 2));
  expect(uniqueValues(numbers)).toEqual([2, Number.NaN, 1.5]);
  expect(uniqueTexts(numbers)).toEqual(["2.0", "nan", "1.5"]);
});

test("a table split by a column keeps its order and shares no value between the parts", () => {
  const values = Array.from({ length: 40 }, (_, row) => (row % 10 === 0 ? null : `v${row % 10}`));
  const split = splitByColumn(TableView.of([words(values), rowNumbers(40)]), "word", { testSize: 0.1 });
  // train_test_split(10 values, test_size=0.1, random_state=0) holds out the third: every tenth row from row 2 on.
  expect(split.testValues).toEqual(["v2"]);
  expect(rowsOf(split.test)).toEqual([2, 12, 22, 32]);
  expect(rowsOf(split.train)).toEqual(Array.from({ length: 40 }, (_, row) => row).filter((row) => row % 10 !== 2));
});

test("a gap is held out like any other value", () => {
  const values = Array.from({ length: 10 }, (_, row) => (row === 2 ? null : `v${row}`));
  const split = splitByColumn(TableView.of([words(values), rowNumbers(10)]), "word", { testSize: 0.1 });
  expect(rowsOf(split.test)).toEqual([2]);
});

test("groups are drawn in their sorted order and put together in that of the draw, rows with a gap left out", () => {
  const values = Array.from({ length: 21 }, (_, row) => (row === 20 ? null : `g${9 - (row % 10)}`));
  const { train, test: held } = splitGroups(TableView.of([words(values), rowNumbers(21)]), "word", { testSize: 0.1 });
  // The draw of ten groups is [2], [8, 4, 9, 1, 6, 7, 3, 0, 5]; group g2 has the rows 7 and 17.
  expect(rowsOf(held)).toEqual([7, 17]);
  expect(rowsOf(train).slice(0, 4)).toEqual([1, 11, 5, 15]);
  expect(train.length).toBe(18);
});
