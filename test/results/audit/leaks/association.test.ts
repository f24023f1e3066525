import { describe, expect, test } from "vitest";
import { NumberColumn } from "../../../../src/frame/column.ts";
import { QuickRandom } from "../../../../src/lib/random/quick-random.ts";
import { type Association, associate } from "../../../../src/results/audit/leaks/association.ts";
import { numericFeature } from "../../../../src/results/audit/leaks/feature.ts";
import { logBinomialTail, logNormalTail } from "../../../../src/results/audit/leaks/probability.ts";
import { targetOf } from "../../../../src/results/audit/leaks/target.ts";

/** A column and answers that have nothing to do with each other. */
function unrelated(random: QuickRandom, rows: number, values: number, answers: number): Association[] {
  const draw = (levels: number): Float64Array =>
    Float64Array.from({ length: rows }, () => (levels === 0 ? random.next() : Math.floor(random.next() ** 2 * levels)));
  return associate(numericFeature("x", draw(values)), targetOf(new NumberColumn("y", "float64", draw(answers))));
}

describe("the chance of an agreement", () => {
  test.each([
    ["measurements and two classes", 40, 0, 2],
    ["measurements and five classes", 150, 0, 5],
    ["categories and two classes", 60, 3, 2],
    ["categories and five classes", 150, 8, 5],
    ["measurements and numbers", 40, 0, 0],
    ["categories and numbers", 80, 4, 0],
  ])("is not understated for %s", (_, rows, values, answers) => {
    const random = new QuickRandom(rows + values);
    const found = Array.from({ length: 3000 }, () => unrelated(random, rows, values, answers)).flat();
    expect(found.length).toBeGreaterThan(2000);
    const share = (limit: number): number =>
      found.filter(({ logChance }) => logChance <= Math.log(limit)).length / found.length;
    expect(share(0.01)).toBeLessThan(0.015);
    expect(share(0.001)).toBeLessThan(0.003);
  });

  test("has upper bounds that stay finite", () => {
    expect(Math.exp(logNormalTail(3))).toBeGreaterThanOrEqual(0.0027);
    expect(logNormalTail(100)).toBeCloseTo(-5004.8, 0);
    // 10 of 10 at one half: exactly 2^-10.
    expect(Math.exp(logBinomialTail(10, 10, 0.5))).toBeCloseTo(2 ** -10, 10);
    expect(Math.exp(logBinomialTail(9, 10, 0.5))).toBeGreaterThan(11 / 1024);
    expect(logBinomialTail(4, 10, 0.5)).toBe(0);
  });
});
