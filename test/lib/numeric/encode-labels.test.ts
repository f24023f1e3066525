import { describe, expect, test } from "vitest";
import { compareCodePoints } from "../../../src/lib/compare-code-points.ts";
import { encodeLabels } from "../../../src/lib/numeric/encode-labels.ts";
import { readGoldenCases } from "../../support/golden-vectors.ts";

for (const { title, arguments: values, expected } of readGoldenCases("lib/sorted-strings")) {
  test(`compareCodePoints sorts ${title} as Python does`, () => {
    expect((values[0] as string[]).toSorted(compareCodePoints)).toEqual(expected);
  });
}

describe("encodeLabels", () => {
  test("numbers the sorted union of both columns", () => {
    const labels = encodeLabels([10, 2, 2], [-1, 10, 2]);
    expect(labels.classes).toEqual([-1, 2, 10]);
    expect([...labels.truth]).toEqual([2, 1, 1]);
    expect([...labels.prediction]).toEqual([0, 2, 1]);
  });

  test("accepts typed arrays and keeps integers beyond 2^53 distinct", () => {
    const labels = encodeLabels(BigInt64Array.of(9007199254740993n, 9007199254740992n), [9007199254740993n, 1n]);
    expect(labels.classes).toEqual([1n, 9007199254740992n, 9007199254740993n]);
    expect([...encodeLabels(Float64Array.of(3, -0), Float64Array.of(0, 3)).truth]).toEqual([1, 0]);
  });

  test("has no classes without rows", () => {
    expect(encodeLabels([], []).classes).toEqual([]);
  });
});
