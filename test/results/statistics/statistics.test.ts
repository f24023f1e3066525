import { describe, expect, test } from "vitest";
import { bootstrapInterval } from "../../../src/results/statistics/bootstrap.ts";
import { detectableDifference } from "../../../src/results/statistics/detectable-difference.ts";
import { detectableWins } from "../../../src/results/statistics/detectable-wins.ts";
import { holm } from "../../../src/results/statistics/holm.ts";
import { permutationTest } from "../../../src/results/statistics/permutation-test.ts";
import { sampleVariance } from "../../../src/results/statistics/variance.ts";
import { wilsonInterval } from "../../../src/results/statistics/wilson.ts";
import { type RandomSource, randomSource } from "../../support/random-source.ts";

const list = <T>(length: number, make: (index: number) => T): T[] => Array.from({ length }, (_, index) => make(index));

describe("bootstrapInterval", () => {
  const random = randomSource(1);
  const samples = list(20, () => list(5 + random.below(70), () => random.below(4) / 3));

  test("is the same each time, within the values, and around their mean", () => {
    for (const values of samples) {
      const { low, high } = bootstrapInterval(values);
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      expect(bootstrapInterval(values)).toEqual({ low, high, method: "bootstrap" });
      expect(low).toBeLessThanOrEqual(mean);
      expect(high).toBeGreaterThanOrEqual(mean);
      expect(low).toBeGreaterThanOrEqual(Math.min(...values));
      expect(high).toBeLessThanOrEqual(Math.max(...values));
    }
  });

  test("moves and scales with its values, and narrows as there are more of them", () => {
    for (const values of samples) {
      const { low, high } = bootstrapInterval(values);
      const moved = bootstrapInterval(values.map((value) => 100 * value + 7));
      expect(moved.low).toBeCloseTo(100 * low + 7, 9);
      expect(moved.high).toBeCloseTo(100 * high + 7, 9);
      const many = bootstrapInterval([...values, ...values, ...values, ...values]);
      expect(many.high - many.low).toBeLessThanOrEqual(high - low);
    }
  });

  test("has the width that the standard error predicts for many values", () => {
    const values = list(400, () => random.next());
    const { low, high } = bootstrapInterval(values);
    const error = Math.sqrt(sampleVariance(values)! / values.length);
    expect((high - low) / (2 * 1.96 * error)).toBeCloseTo(1, 1);
  });
});

describe("wilsonInterval", () => {
  test("agrees with scipy's binomtest(32, 75).proportion_ci(method='wilson')", () => {
    expect(wilsonInterval(32, 75)).toEqual({
      low: expect.closeTo(0.3210074201902476, 12),
      high: expect.closeTo(0.5394720767072307, 12),
      method: "wilson",
    });
  });

  test("solves the equation it comes from, contains the share, and stays between 0 and 1", () => {
    for (const trials of [1, 2, 5, 22, 75]) {
      for (let successes = 0; successes <= trials; successes += 1) {
        const { low, high } = wilsonInterval(successes, trials);
        const share = successes / trials;
        expect(low).toBeLessThanOrEqual(share);
        expect(high).toBeGreaterThanOrEqual(share);
        for (const bound of [low, high].filter((each) => each > 0 && each < 1)) {
          const deviations = (share - bound) / Math.sqrt((bound * (1 - bound)) / trials);
          expect(Math.abs(deviations)).toBeCloseTo(1.959964, 6);
        }
        const mirrored = wilsonInterval(trials - successes, trials);
        expect(mirrored.low).toBeCloseTo(1 - high, 12);
      }
    }
  });
});

/** Every assignment of signs, one by one. */
function enumerated(differences: readonly number[]): number {
  const values = differences.filter((value) => value !== 0);
  const observed = Math.abs(values.reduce((sum, value) => sum + value, 0));
  let extreme = 0;
  for (let signs = 0; signs < 2 ** values.length; signs += 1) {
    const sum = values.reduce((total, value, index) => total + ((signs >> index) & 1 ? value : -value), 0);
    if (Math.abs(sum) >= observed - 1e-9) extreme += 1;
  }
  return extreme / 2 ** values.length;
}

describe("permutationTest", () => {
  test("equals enumeration for few differences", () => {
    const random = randomSource(2);
    for (let number = 0; number < 200; number += 1) {
      const thirds = list(random.below(12), () => (random.below(7) - 3) / 3);
      const result = permutationTest(thirds);
      expect(result).toMatchObject({ exact: true, differing: thirds.filter((value) => value !== 0).length });
      expect(result.pValue).toBeCloseTo(enumerated(thirds), 12);
      expect(permutationTest(thirds.map((value) => -value)).pValue).toBe(result.pValue);
    }
  });

  test("gives the smallest p-value that the number of differences allows", () => {
    expect(permutationTest([])).toEqual({ pValue: 1, differing: 0, exact: true });
    for (const count of [1, 5, 6, 20]) expect(permutationTest(list(count, () => 1)).pValue).toBe(2 ** (1 - count));
  });

  test("draws signs beyond 20 differences, close to what enumeration gives just below", () => {
    const random = randomSource(3);
    const twenty = list(20, () => random.next() - 0.3);
    // A difference next to nothing leaves the sums as they are.
    const drawn = permutationTest([...twenty, 1e-12]);
    expect(drawn).toMatchObject({ exact: false, differing: 21 });
    expect(Math.abs(drawn.pValue - permutationTest(twenty).pValue)).toBeLessThan(0.01);
    expect(permutationTest(list(60, () => 1)).pValue).toBeGreaterThan(0);
  });

  test("finds a difference where there is none in at most 5 of 100 cases", () => {
    const random = randomSource(4);
    const found = list(1000, () => permutationTest(list(14, () => random.below(2) - random.below(2))).pValue < 0.05);
    expect(found.filter(Boolean).length).toBeLessThanOrEqual(65);
  });
});

/** How often the test finds a difference between two agents that earn medals with these probabilities. */
function simulatedPower(random: RandomSource, competitions: number, seeds: number, one: number, other: number): number {
  const share = (probability: number) =>
    list(seeds, () => (random.next() < probability ? 1 : 0)).reduce<number>((sum, medal) => sum + medal, 0) / seeds;
  const trials = 200;
  const found = list(trials, () => {
    const differences = list(competitions, () => share(one) - share(other));
    if (competitions < 30) return permutationTest(differences).pValue < 0.05;
    // With this many, drawing signs takes long, and the sum over random signs is normal.
    const sum = differences.reduce((total, value) => total + value, 0);
    const spread = Math.sqrt(differences.reduce((total, value) => total + value ** 2, 0));
    return Math.abs(sum) > 1.96 * spread;
  });
  return found.filter(Boolean).length / trials;
}

describe("detectableDifference", () => {
  test.each([
    { competitions: 75, seeds: 3 },
    { competitions: 75, seeds: 1 },
    { competitions: 22, seeds: 5 },
  ])("is what a simulation finds in 80 of 100 cases: $competitions competitions, $seeds seeds", (design) => {
    const { competitions, seeds } = design;
    const random = randomSource(5);
    const difference = detectableDifference({ competitions, variance: (2 * 0.25) / seeds, step: 1 / seeds })!;
    const found = simulatedPower(random, competitions, seeds, 0.5 - difference / 2, 0.5 + difference / 2);
    expect(Math.abs(found - 0.8)).toBeLessThan(0.09);
    expect(simulatedPower(random, competitions, seeds, 0.5 - difference / 4, 0.5 + difference / 4)).toBeLessThan(0.5);
  });

  test("lets seven competitions differ in 80 of 100 cases, and is null for six competitions", () => {
    const random = randomSource(7);
    for (const [competitions, step] of [
      [7, 1],
      [22, 1 / 3],
      [75, 0.5],
    ] as const) {
      const chance = detectableDifference({ competitions, variance: 0, step })! / step;
      const counts = list(2000, () => list(competitions, () => random.next()).filter((value) => value < chance).length);
      expect(Math.abs(counts.filter((count) => count >= 7).length / counts.length - 0.8)).toBeLessThan(0.04);
    }
    expect(detectableDifference({ competitions: 6, variance: 0.1, step: 1 })).toBeNull();
  });
});

describe("detectableWins", () => {
  test.each([
    { competitions: 22, seeds: 3, chance: 0.1 },
    { competitions: 22, seeds: 1, chance: 0.3 },
    { competitions: 22, seeds: 5, chance: 0.5 },
  ])("is what a simulation finds: $seeds seeds, medals by chance $chance", ({ competitions, seeds, chance }) => {
    const random = randomSource(6);
    const wins = detectableWins({ competitions, variance: (2 * chance * (1 - chance)) / seeds })!;
    const share = () => list(seeds, () => random.next()).filter((value) => value < chance).length / seeds;
    const powerWith = (won: number): number => {
      const found = list(200, () => {
        const differences = list(competitions, (index) => (index < won ? 1 : share() - share()));
        const { pValue, differing } = permutationTest(differences);
        return differing > 6 && pValue < 0.05;
      });
      return found.filter(Boolean).length / found.length;
    };
    expect(powerWith(wins)).toBeGreaterThan(0.72);
    expect(powerWith(wins - 3)).toBeLessThan(0.8);
  });

  test("is at least seven, and null where there are fewer competitions", () => {
    expect(detectableWins({ competitions: 75, variance: 0 })).toBe(7);
    expect(detectableWins({ competitions: 6, variance: 0 })).toBeNull();
  });
});

describe("holm", () => {
  test("multiplies the smallest p-value by their number, the next by one less, and keeps their order", () => {
    const adjusted = holm([0.01, 0.04, 0.03, 0.5]);
    for (const [index, value] of [0.04, 0.09, 0.09, 0.5].entries()) expect(adjusted[index]).toBeCloseTo(value, 12);
    expect(holm([0.02])).toEqual([0.02]);
  });
});
