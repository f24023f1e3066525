import { expect, test } from "vitest";
import { quantile } from "../../../src/lib/numeric/quantile.ts";
import { readGoldenCases } from "../../support/golden-vectors.ts";

for (const { title, arguments: values, expected } of readGoldenCases("lib/quantile")) {
  test(`gives numpy's quantile of ${title}`, () => {
    expect(quantile(Float64Array.from(values[0] as number[]), values[1] as number)).toBe(expected);
  });
}

test("the quantile of no values is NaN", () => {
  expect(quantile(new Float64Array(0), 0.5)).toBeNaN();
});

test("does not reorder the values", () => {
  const values = Float64Array.of(3, 1, 2);
  quantile(values, 0.5);
  expect([...values]).toEqual([3, 1, 2]);
});
