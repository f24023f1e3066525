import { expect, test } from "vitest";
import { NumberColumn, TextColumn } from "../../src/frame/column.ts";
import { TableView } from "../../src/frame/table-view.ts";
import { sortRows } from "../../src/prepare/sort-rows.ts";

const places = (count: number) =>
  new NumberColumn(
    "place",
    "int64",
    Float64Array.from({ length: count }, (_, i) => i),
  );

test("rows are sorted by code point, equal ones keep their order, gaps come last", () => {
  const table = TableView.of([TextColumn.from("id", ["b", null, "é", "B", "b", "🙂", "ﬀ"]), places(7)]);
  expect([...(sortRows(table, "id").column("place") as NumberColumn).values]).toEqual([3, 0, 4, 2, 6, 5, 1]);
});

test("numbers are sorted by value", () => {
  const table = TableView.of([new NumberColumn("id", "float64", Float64Array.of(10, 9, Number.NaN, -1)), places(4)]);
  expect([...(sortRows(table, "id").column("place") as NumberColumn).values]).toEqual([3, 1, 0, 2]);
});
