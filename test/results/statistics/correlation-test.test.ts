import { describe, expect, test } from "vitest";
import { pearson } from "../../../src/metrics/pearson.ts";
import { correlationTest } from "../../../src/results/statistics/correlation-test.ts";
import { randomSource } from "../../support/random-source.ts";

const random = randomSource(7);
const values = (length: number): number[] => Array.from({ length }, () => random.below(5) / 4);

function ordersOf<T>(list: readonly T[]): T[][] {
  if (list.length <= 1) return [[...list]];
  return list.flatMap((each, index) => ordersOf(list.toSpliced(index, 1)).map((rest) => [each, ...rest]));
}

describe("correlationTest", () => {
  test("has the correlation of the metric, and the p-value that counting all orders gives", () => {
    let compared = 0;
    for (let round = 0; round < 30; round += 1) {
      const [one, other] = [values(3 + (round % 4)), values(3 + (round % 4))];
      const found = correlationTest(one, other);
      const expected = pearson(one, other);
      expect(found === null).toBe(Number.isNaN(expected));
      if (found === null) continue;
      compared += 1;
      const orders = ordersOf(other);
      const extreme = orders.filter((order) => Math.abs(pearson(one, order)) >= Math.abs(expected) - 1e-9).length;
      expect(found.correlation).toBeCloseTo(expected, 10);
      expect(found).toMatchObject({ pValue: extreme / orders.length, exact: true });
    }
    expect(compared).toBeGreaterThan(20);
  });

  test("draws orders for more pairs, near the exact value and always the same", () => {
    const rising = Array.from({ length: 12 }, (_, index) => index);
    const strong = correlationTest(rising, rising)!;
    expect(strong).toMatchObject({ correlation: 1, exact: false, pValue: 1 / 20_001 });
    const noise = values(12);
    expect(correlationTest(rising, noise)).toEqual(correlationTest(rising, noise));
  });

  test("rarely calls noise significant", () => {
    const pValues = Array.from({ length: 300 }, () => correlationTest(values(6), values(6))?.pValue ?? 1);
    expect(pValues.filter((value) => value < 0.05).length / pValues.length).toBeLessThan(0.08);
  });

  test("says nothing about constant values", () => {
    expect(correlationTest([0.1 + 0.2, 0.3, 0.3], [1, 2, 3])).toBeNull();
  });
});
