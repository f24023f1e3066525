import { describe, expect, test } from "vitest";
import { roundHalfEven, roundLikeNumpy, roundLikePython } from "../../../src/lib/numeric/rounding.ts";
import { readGoldenCases } from "../../support/golden-vectors.ts";

const functions = { "round-like-python": roundLikePython, "round-like-numpy": roundLikeNumpy };

for (const [name, round] of Object.entries(functions)) {
  test(`${name} gives what Python gives`, () => {
    for (const { title, arguments: values, expected } of readGoldenCases(`lib/${name}`)) {
      const [value, digits] = values as [number, number];
      expect(Object.is(round(value, digits), expected), `${title}: ${round(value, digits)}, not ${expected}`).toBe(
        true,
      );
    }
  });
}

describe("roundHalfEven", () => {
  test("rounds ties to the even neighbour", () => {
    expect([0.5, 1.5, 2.5, -0.5, -1.5, 2.4999999999999996].map(roundHalfEven)).toEqual([0, 2, 2, -0, -2, 2]);
  });
});
