import { describe, expect, test } from "vitest";
import { sortDescending } from "../../../src/lib/numeric/sort-descending.ts";
import { readGoldenCases } from "../../support/golden-vectors.ts";

describe("keys descend as in Python's sorted, wherever NaN is", () => {
  for (const { title, arguments: values, expected } of readGoldenCases("lib/sort-descending")) {
    const keys = values[0] as number[];
    test(title, () => expect(sortDescending([...keys.keys()], (index) => keys[index]!)).toStrictEqual(expected));
  }
});

test("many equal keys keep their order", () => {
  const items = Array.from({ length: 1000 }, (_, index) => ({ index, key: index % 3 }));
  const sorted = sortDescending(items, (item) => item.key);
  const expected = [2, 1, 0].flatMap((key) => items.filter((item) => item.key === key));
  expect(sorted).toStrictEqual(expected);
});
