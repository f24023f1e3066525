import { describe, expect, test } from "vitest";
import { maskFromPixels, type RunMask } from "../../src/lib/geometry/run-mask.ts";
import type { VoxelVolume } from "../../src/lib/geometry/voxel-columns.ts";
import { dice } from "../../src/metrics/dice.ts";
import { hausdorffDistance } from "../../src/metrics/hausdorff-distance.ts";
import { maskFBeta } from "../../src/metrics/mask-f-beta.ts";
import { maskIouPrecision } from "../../src/metrics/mask-iou-precision.ts";
import { pooledDice } from "../../src/metrics/pooled-dice.ts";
import { readGoldenCases } from "../support/golden-vectors.ts";

const maskOf = (pixels: unknown): RunMask => maskFromPixels(Array.from(pixels as string, Number));

const metrics: Record<string, (truth: RunMask, prediction: RunMask) => number> = {
  dice,
  "mask-f-beta": (truth, prediction) => maskFBeta(truth, prediction, { beta: 0.5 }),
  "mask-iou-precision": maskIouPrecision,
};

for (const [name, metric] of Object.entries(metrics)) {
  describe(`${name} agrees with Python`, () => {
    for (const { title, arguments: values, expected } of readGoldenCases(`metrics/${name}`)) {
      test(`on ${title}`, () => expect(metric(maskOf(values[0]), maskOf(values[1]))).toBe(expected));
    }
  });
}

test("the caller decides the score of two empty masks", () => {
  expect(dice(maskOf("000"), maskOf("000"), { bothEmpty: 1 })).toBe(1);
  expect(dice(maskOf("001"), maskOf("000"), { bothEmpty: 1 })).toBe(0);
});

test("pooling adds up pixels before dividing", () => {
  const truth = [maskOf("1111"), maskOf("0001"), maskOf("0000")];
  const prediction = [maskOf("1100"), maskOf("1000"), maskOf("0000")];
  expect(pooledDice(truth, prediction)).toBe((2 * 2) / (4 + 1 + 2 + 1));
  expect(pooledDice([], [])).toBeNaN();
  expect(() => pooledDice(truth, [])).toThrow("3 true masks but 0 predicted masks");
});

interface StoredVolume {
  readonly height: number;
  readonly width: number;
  readonly slices: readonly string[];
}

function volumeOf(stored: unknown): VoxelVolume {
  const { height, width, slices } = stored as StoredVolume;
  return { height, width, slices: slices.map(maskOf) };
}

describe("hausdorff-distance agrees with scipy", () => {
  for (const { title, arguments: values, expected } of readGoldenCases("metrics/hausdorff-distance")) {
    test(`on ${title}`, () => expect(hausdorffDistance(volumeOf(values[0]), volumeOf(values[1]))).toBe(expected));
  }
});

function ellipsoid(depth: number, height: number, width: number, center: number[], radius: number[]): VoxelVolume {
  const square = (value: number, axis: number): number => ((value - center[axis]!) / radius[axis]!) ** 2;
  const slices = Array.from({ length: depth }, (_, z) => {
    const pixels = new Uint8Array(height * width);
    for (let x = 0; x < width; x++) {
      for (let y = 0; y < height; y++) {
        if (square(z, 0) + square(y, 1) + square(x, 2) < 1) pixels[x * height + y] = 1;
      }
    }
    return maskFromPixels(pixels);
  });
  return { height, width, slices };
}

test("moving a scan of millions of voxels by one slice is one slice's distance", () => {
  const size = [100, 200, 200] as const;
  const truth = ellipsoid(...size, [50, 100, 90], [30, 60, 50]);
  const moved = ellipsoid(...size, [51, 100, 90], [30, 60, 50]);
  expect(hausdorffDistance(truth, moved)).toBeCloseTo(1 / 100 / Math.sqrt(3), 14);
  expect(hausdorffDistance(truth, ellipsoid(...size, [50, 100, 90], [20, 40, 40]))).toBeGreaterThan(0.05);
});
