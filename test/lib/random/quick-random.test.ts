import { describe, expect, test } from "vitest";
import { QuickRandom } from "../../../src/lib/random/quick-random.ts";

const many = <T>(draw: () => T): T[] => Array.from({ length: 20_000 }, draw);
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

describe("QuickRandom", () => {
  test("gives the same numbers for the same seed and others for the next seed", () => {
    const first = (seed: number) => new QuickRandom(seed).next();
    expect(first(1)).toBe(first(1));
    expect(new Set([0, 1, 2, -1].map(first)).size).toBe(4);
  });

  test("never changes its numbers: prepared data depends on them", () => {
    const random = new QuickRandom(71_001);
    expect([random.below(1000), random.below(1000), random.below(1000), random.below(1000)]).toMatchInlineSnapshot(`
      [
        136,
        366,
        209,
        777,
      ]
    `);
  });

  test("is uniform in [0, 1)", () => {
    const random = new QuickRandom(5);
    const values = many(() => random.next());
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...values)).toBeLessThan(1);
    expect(mean(values)).toBeCloseTo(0.5, 2);
    for (let tenth = 0; tenth < 10; tenth += 1) {
      expect(values.filter((value) => Math.floor(value * 10) === tenth).length / values.length).toBeCloseTo(0.1, 1);
    }
  });

  test("has normal numbers with mean 0 and deviation 1", () => {
    const random = new QuickRandom(6);
    const values = many(() => random.normal());
    expect(Math.abs(mean(values))).toBeLessThan(0.03);
    expect(Math.abs(mean(values.map((value) => value * value)) - 1)).toBeLessThan(0.05);
  });

  test("permutes every number once", () => {
    const order = new QuickRandom(7).permutation(100);
    expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, index) => index));
    expect([...order]).not.toEqual([...order].sort((a, b) => a - b));
  });
});
