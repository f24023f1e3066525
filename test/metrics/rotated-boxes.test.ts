import { describe, expect, test } from "vitest";
import { convexIntersection } from "../../src/metrics/convex-intersection.ts";
import { type BoxPose, rotatedBox } from "../../src/metrics/rotated-box.ts";
import { type LabelledBoxPose, rotatedBoxAveragePrecision } from "../../src/metrics/rotated-box-average-precision.ts";
import { overlapBound, rotatedBoxOverlap } from "../../src/metrics/rotated-box-overlap.ts";
import { readGoldenCases } from "../support/golden-vectors.ts";

describe("convex-intersection agrees with shapely", () => {
  for (const { title, arguments: values, expected } of readGoldenCases("metrics/convex-intersection")) {
    const [left, right] = values as [number[], number[]];
    test(`on ${title}`, () => {
      // If sides almost coincide, GEOS moves points slightly, which affects the last bit.
      const tolerance = 1e-15 * Math.max(1, expected as number) * Math.max(1, Math.abs(left[0]!));
      expect(Math.abs(convexIntersection(left, right) - (expected as number))).toBeLessThanOrEqual(tolerance);
    });
  }

  test("most areas have the same bits", () => {
    const cases = readGoldenCases("metrics/convex-intersection");
    const same = cases.filter((entry) => {
      const [left, right] = entry.arguments as [number[], number[]];
      return convexIntersection(left, right) === entry.expected;
    });
    expect(same.length).toBeGreaterThan(0.9 * cases.length);
  });
});

const car: BoxPose = { center: [10, 20, 1], size: [2, 4, 2], yaw: 0.3 };

describe("boxes that cannot be compared are refused", () => {
  test.each<[string, Partial<BoxPose>, string]>([
    ["NaN in the centre", { center: [Number.NaN, 0, 0] }, "not-a-number"],
    ["NaN in the size", { size: [1, Number.NaN, 1] }, "not-a-number"],
    ["NaN as yaw", { yaw: Number.NaN }, "not-a-number"],
    ["a side of 0", { size: [1, 0, 1] }, "size-not-positive"],
    ["a negative side", { size: [1, 1, -1] }, "size-not-positive"],
    ["an infinite centre", { center: [Number.POSITIVE_INFINITY, 0, 0] }, "not-rectangular"],
    ["a centre so far away that corners lose their angle", { center: [1e9, 1e9, 0] }, "not-rectangular"],
  ])("%s", (_, change, problem) => {
    expect(() => rotatedBox({ ...car, ...change })).toThrow(expect.objectContaining({ problem }));
  });
});

describe("overlap of rotated boxes", () => {
  test("a box overlaps itself completely, even when rotated by half a turn", () => {
    expect(rotatedBoxOverlap(rotatedBox(car), rotatedBox(car))).toBeCloseTo(1, 14);
    expect(rotatedBoxOverlap(rotatedBox(car), rotatedBox({ ...car, yaw: 0.3 + Math.PI }))).toBeCloseTo(1, 13);
  });

  test("boxes above each other or side by side do not overlap", () => {
    expect(rotatedBoxOverlap(rotatedBox(car), rotatedBox({ ...car, center: [10, 20, 3] }))).toBe(0);
    expect(rotatedBoxOverlap(rotatedBox(car), rotatedBox({ ...car, center: [20, 20, 1] }))).toBe(0);
  });

  test("the fast upper bound is never below the overlap", () => {
    for (let step = 0; step < 500; step++) {
      const turned = rotatedBox({ ...car, center: [10 + (step % 7) / 3, 20 + (step % 5) / 4, 1.2], yaw: step / 40 });
      const overlap = rotatedBoxOverlap(rotatedBox(car), turned);
      expect(overlapBound(rotatedBox(car), turned)).toBeGreaterThanOrEqual(overlap);
    }
  });

  test("simple overlaps are exact", () => {
    const straight: BoxPose = { center: [0, 0, 0], size: [2, 4, 2], yaw: 0 };
    expect(rotatedBoxOverlap(rotatedBox(straight), rotatedBox({ ...straight, size: [1, 4, 2] }))).toBe(0.5);
    expect(rotatedBoxOverlap(rotatedBox(straight), rotatedBox({ ...straight, size: [1.5, 4, 2] }))).toBe(0.75);
  });
});

describe("average precision of rotated boxes", () => {
  const box = (changes: Partial<LabelledBoxPose> = {}): LabelledBoxPose => ({
    label: "car",
    confidence: 1,
    center: [0, 0, 0],
    size: [2, 4, 2],
    yaw: 0,
    ...changes,
  });
  const precision = (truth: LabelledBoxPose[], prediction: LabelledBoxPose[], ...thresholds: number[]): number[] =>
    Array.from(rotatedBoxAveragePrecision(truth, prediction, { thresholds }));

  test("an overlap exactly at the threshold is not enough", () => {
    expect(precision([box()], [box({ size: [1, 4, 2] })], 0.45, 0.5)).toStrictEqual([1, 0]);
  });

  test("a second box on the same truth is wrong, even if another true box is unmatched", () => {
    const other = box({ center: [0, 1, 0] });
    const twice = [box({ confidence: 0.9 }), box({ confidence: 0.8 })];
    expect(precision([box(), other], twice, 0.5)).toStrictEqual([0.5]);
    expect(precision([box(), other], [twice[0]!, { ...other, confidence: 0.8 }], 0.5)).toStrictEqual([1]);
  });

  test("boxes count in descending order of confidence, equal ones in their order", () => {
    const wrong = box({ center: [50, 0, 0] });
    expect(precision([box()], [wrong, box()], 0.5)).toStrictEqual([0.5]);
    expect(precision([box()], [box(), wrong], 0.5)).toStrictEqual([1]);
    expect(precision([box()], [{ ...wrong, confidence: 0.5 }, box()], 0.5)).toStrictEqual([1]);
  });

  test("all labels of the truth count equally, other labels do not count", () => {
    const bus = box({ label: "bus", center: [20, 0, 0] });
    expect(precision([box(), bus], [box()], 0.5)).toStrictEqual([0.5]);
    expect(precision([box()], [box(), bus, box({ label: "bus", size: [0, 0, 0] })], 0.5)).toStrictEqual([1]);
    expect(() => precision([box()], [box({ size: [0, 0, 0] })], 0.5)).toThrow("above 0");
  });

  test("a scene without true boxes has no precision", () => {
    expect(precision([], [box()], 0.5)).toStrictEqual([Number.NaN]);
  });
});
