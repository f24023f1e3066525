import { expect, test } from "vitest";
import { takeOrGap } from "../../src/competitions/osic-pulmonary-fibrosis-progression/take-or-gap.ts";
import { asText } from "../../src/frame/as-text.ts";
import { NumberColumn, TextColumn } from "../../src/frame/column.ts";
import { TableView } from "../../src/frame/table-view.ts";
import { firstOfGroups } from "../../src/prepare/first-of-groups.ts";

const gap = Number.NaN;

test("a group takes from every column its first cell that is no gap", () => {
  const table = TableView.of([
    TextColumn.from("word", [null, "b", "c", null]),
    new NumberColumn("count", "int64", Float64Array.of(4, 3, 2, 1)),
    new NumberColumn("size", "float64", Float64Array.of(gap, gap, 0.5, gap)),
  ]);
  const first = firstOfGroups(table, [[0, 1], [2], [3]]);
  expect(first.names.map((name) => asText(first.column(name)))).toEqual([
    ["b", "c", "nan"],
    ["4", "2", "1"],
    ["nan", "0.5", "nan"],
  ]);
});

test("rows without a partner become gaps, and integers beside them floats", () => {
  const counts = new NumberColumn("count", "int64", Float64Array.of(5, 6));
  expect(asText(takeOrGap(counts, Int32Array.of(1, 0, 1)))).toEqual(["6", "5", "6"]);
  expect(asText(takeOrGap(counts, Int32Array.of(1, -1)))).toEqual(["6.0", "nan"]);
  const flags = new NumberColumn("flag", "bool", Float64Array.of(1, 0));
  expect(asText(takeOrGap(flags, Int32Array.of(0, -1, 1)))).toEqual(["True", "nan", "False"]);
  expect(asText(takeOrGap(TextColumn.from("word", ["a", null]), Int32Array.of(-1, 0, 1)))).toEqual(["nan", "a", "nan"]);
});
