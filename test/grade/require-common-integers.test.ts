import { expect, test } from "vitest";
import { requireCommonIntegers } from "../../src/grade/require-common-integers.ts";

test("accepts numbers that are all int64 or all from 2^63 to 2^64 - 1", () => {
  requireCommonIntegers("x", []);
  requireCommonIntegers("x", [-(2n ** 63n), 0n, 2n ** 63n - 1n]);
  requireCommonIntegers("x", [2n ** 63n, 2n ** 64n - 1n]);
});

test("refuses a mix of both and anything beyond 64 bits", () => {
  expect(() => requireCommonIntegers("x", [1n, 2n ** 63n])).toThrow(/"x" holds 9223372036854775808 in row 2/);
  expect(() => requireCommonIntegers("x", [2n ** 63n, 1n])).toThrow(/holds 1 in row 2/);
  expect(() => requireCommonIntegers("x", [2n ** 64n])).toThrow(/row 1/);
  expect(() => requireCommonIntegers("x", [-(2n ** 63n) - 1n])).toThrow(/row 1/);
  expect(() => requireCommonIntegers("x", [10n ** 100n])).toThrow(/a number of 101 digits/);
});
