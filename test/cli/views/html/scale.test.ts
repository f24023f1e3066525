import { expect, test } from "vitest";
import { linearScale, logScale, niceTicks } from "../../../../src/cli/views/html/scale.ts";

test("a linear scale maps values to percent, also downwards, and never outside", () => {
  const up = linearScale(0, 50);
  expect([0, 10, 50, 80, -1].map(up.at)).toEqual([0, 20, 100, 100, 0]);
  expect(linearScale(0.9, 0.1, []).at(0.3)).toBe(75);
  expect(linearScale(2, 2, []).at(2)).toBe(0);
});

test("ticks are round values inside the range", () => {
  expect(niceTicks(0, 1)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  expect(niceTicks(0.8812, 0.9411)).toEqual([0.9, 0.92, 0.94]);
  expect(niceTicks(-3, 17)).toEqual([0, 5, 10, 15]);
  expect(niceTicks(5, 5).length).toBeLessThan(3);
});

test("a logarithmic scale has powers of ten, and finer ticks where these are few", () => {
  expect(logScale(1, 30).ticks).toEqual([1, 2, 5, 10, 20]);
  expect(logScale(0.001, 1000).ticks).toEqual([0.01, 1, 100]);
  const { at } = logScale(0.01, 1);
  expect(at(0.1)).toBe(50);
  expect(at(0.02)).toBeGreaterThan(at(0.01));
});
