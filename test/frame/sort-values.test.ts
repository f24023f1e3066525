import { describe, expect, test } from "vitest";
import { NumberColumn, TextColumn } from "../../src/frame/column.ts";
import { sortIndexOrder, sortValuesOrder } from "../../src/frame/sort-values.ts";

const texts = (values: (string | null)[]) => TextColumn.from("id", values);
const orderOf = (order: Uint32Array | null) => order && Array.from(order);

describe("sortValuesOrder", () => {
  test("is null for text in order without repeats, and sorts text without repeats", () => {
    expect(sortValuesOrder(texts(["a", "b", "c"]))).toBeNull();
    expect(orderOf(sortValuesOrder(texts(["c", "a", null, "b"])))).toEqual([1, 3, 0, 2]);
  });

  // pandas 1.5.3: DataFrame({"id": values}).sort_values("id").index
  test("leaves repeated text where pandas leaves it, also when it was in order", () => {
    const pairs = Array.from({ length: 10 }, (_, row) => ["a", "b"][row >= 5 ? 1 : 0]!);
    expect(orderOf(sortValuesOrder(texts([...pairs, ...pairs])))).toEqual([
      0, 1, 2, 3, 4, 14, 13, 10, 11, 12, 17, 16, 15, 9, 8, 7, 6, 5, 18, 19,
    ]);
    const sorted = [...pairs, ...pairs].sort();
    expect(orderOf(sortValuesOrder(texts(sorted)))).toEqual([
      0, 8, 7, 6, 5, 9, 3, 2, 1, 4, 18, 10, 11, 12, 13, 14, 15, 16, 17, 19,
    ]);
    expect(orderOf(sortValuesOrder(texts([null, ...sorted, null])))).toEqual([
      1, 9, 8, 7, 6, 10, 4, 3, 2, 5, 19, 11, 12, 13, 14, 15, 16, 17, 18, 20, 0, 21,
    ]);
  });

  test("keeps rows with equal numbers in the order of the file", () => {
    const numbers = new NumberColumn("id", "int64", Float64Array.of(2, 1, 2, 1));
    expect(orderOf(sortValuesOrder(numbers))).toEqual([1, 3, 0, 2]);
  });
});

test("sortIndexOrder does not touch rows that are in order", () => {
  const sorted = Array.from({ length: 20 }, (_, row) => (row < 10 ? "a" : "b"));
  expect(sortIndexOrder(texts(sorted))).toBeNull();
  expect(orderOf(sortIndexOrder(texts(sorted.reverse())))).toEqual([
    19, 17, 16, 15, 14, 13, 12, 11, 10, 18, 0, 7, 6, 5, 4, 3, 2, 1, 8, 9,
  ]);
});
