import { describe, expect, test } from "vitest";
import { mean, pairwiseSum, sequentialSum } from "../../../src/lib/numeric/summation.ts";
import { readGoldenCases } from "../../support/golden-vectors.ts";

const floats = (values: unknown) => Float64Array.from(values as number[]);

const functions: Record<string, (...values: unknown[]) => unknown> = {
  mean: (values) => mean(floats(values)),
  "pairwise-sum": (values) => pairwiseSum(floats(values)),
  "sequential-sum": (values) => sequentialSum(floats(values)),
};

for (const [name, call] of Object.entries(functions)) {
  describe(`${name} has the same bits as numpy's`, () => {
    for (const { title, arguments: values, expected } of readGoldenCases(`lib/${name}`)) {
      test(`for ${title}`, () => {
        expect(call(...values)).toStrictEqual(expected);
      });
    }
  });
}

describe("pairwiseSum", () => {
  test("sums a range as if it stood alone", () => {
    const values = Float64Array.from({ length: 1000 }, (_, i) => 1 / (i + 1));
    expect(pairwiseSum(values, 13, 613)).toBe(pairwiseSum(values.slice(13, 613)));
    expect(mean(values, 13, 613)).toBe(mean(values.slice(13, 613)));
  });

  test("is not the sequential sum", () => {
    const values = new Float64Array(1000).fill(0.1);
    expect(pairwiseSum(values)).not.toBe(sequentialSum(values));
  });

  test("keeps NaN and infinities", () => {
    expect(pairwiseSum(Float64Array.of(1, Number.NaN))).toBeNaN();
    expect(pairwiseSum(Float64Array.of(1, Infinity))).toBe(Infinity);
  });
});
