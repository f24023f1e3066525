import { expect, test } from "vitest";
import { nanMean } from "../../../src/lib/numeric/nan-mean.ts";

test("NaN is left out of the mean", () => {
  expect(nanMean(Float64Array.of(1, Number.NaN, 4))).toBe(2.5);
  expect(nanMean(Float64Array.of(0.1, 0.2, 0.3))).toBe((0.1 + 0.2 + 0.3) / 3);
});

test("the mean of no values is NaN", () => {
  expect(nanMean(new Float64Array(0))).toBeNaN();
  expect(nanMean(Float64Array.of(Number.NaN))).toBeNaN();
});
