import { describe, expect, test } from "vitest";
import { NumberColumn, TextColumn } from "../../src/frame/column.ts";
import { matchRows } from "../../src/frame/match-rows.ts";
import { randomSource } from "../support/random-source.ts";

const column = (texts: readonly (string | null)[]): TextColumn => TextColumn.from("id", texts);

describe("every cell's row is found in a shuffled copy", () => {
  test.each([0, 1, 2, 3, 100, 200_000])("%i cells", (length) => {
    const random = randomSource(length);
    const wanted = Array.from(
      { length },
      (_, row) => `${row.toString(36)}-é-${row % 7 === 0 ? "x".repeat(row % 50) : ""}`,
    );
    const order = random.shuffle([...wanted.keys()]);
    const rows = matchRows(column(order.map((row) => wanted[row]!)), column(wanted))!;
    expect(rows.length).toBe(length);
    expect([...rows].findIndex((found, row) => order[found] !== row)).toBe(-1);
  });
});

describe("columns that are not permutations of each other have no match", () => {
  test.each<[string, (string | null)[], (string | null)[]]>([
    ["another length", ["a", "b"], ["a", "b", "c"]],
    ["a cell too many", ["a", "b", "x"], ["a", "b", "c"]],
    ["a repeated cell on the left", ["a", "b", "b"], ["a", "b", "c"]],
    ["a repeated cell on the right", ["a", "b", "c"], ["a", "b", "b"]],
    ["a repeated cell on both sides", ["a", "b", "b"], ["b", "a", "b"]],
    ["a gap on the left", ["a", null], ["a", "b"]],
    ["gaps on both sides", [null, "a"], ["a", null]],
    ["the beginning of a cell", ["ab", "c"], ["a", "c"]],
  ])("%s", (_, found, wanted) => expect(matchRows(column(found), column(wanted))).toBeNull());

  test("numbers", () => {
    const numbers = new NumberColumn("id", "int64", Float64Array.of(1, 2));
    expect(matchRows(numbers, column(["1", "2"]))).toBeNull();
    expect(matchRows(column(["1", "2"]), numbers)).toBeNull();
  });
});
