import { describe, expect, test } from "vitest";
import { NumpyGenerator } from "../../../src/lib/random/numpy-generator.ts";
import type { WeightedChoice } from "../../../src/lib/random/weighted-choice.ts";
import { goldenJson } from "../../support/golden-json.ts";

interface Drawn {
  readonly seed: string;
  readonly drawn: number[];
}
type Range = Drawn & { low: number; high: number };
const golden = goldenJson<{
  doubles: Drawn[];
  uniform: Range[];
  integers: Range[];
  choices: (Drawn & WeightedChoice)[];
  repeatedChoice: (Drawn & { p: number[] })[];
}>("random/numpy-generator");

const generator = (seed: string) => new NumpyGenerator(BigInt(seed));

describe("NumpyGenerator", () => {
  test("draws doubles as numpy does, for seeds of any size", () => {
    for (const { seed, drawn } of golden.doubles) {
      const source = generator(seed);
      expect(
        drawn.map(() => source.random()),
        seed,
      ).toEqual(drawn);
    }
  });

  test("draws doubles from a range", () => {
    for (const { seed, low, high, drawn } of golden.uniform) {
      const source = generator(seed);
      expect(drawn.map(() => source.uniform(low, high))).toEqual(drawn);
    }
  });

  test("draws whole numbers from narrow and wide ranges", () => {
    for (const { seed, low, high, drawn } of golden.integers) {
      const source = generator(seed);
      expect(
        drawn.map(() => source.integers(low, high)),
        `seed ${seed}, ${low} to ${high}`,
      ).toEqual(drawn);
    }
  });

  test("chooses with probabilities, many at once and one at a time", () => {
    for (const { seed, drawn, ...options } of golden.choices) {
      expect(Array.from(generator(seed).choice(options))).toEqual(drawn);
    }
    for (const { seed, p, drawn } of golden.repeatedChoice) {
      const source = generator(seed);
      expect(drawn.map(() => source.choice({ p, size: 1, replace: false })[0])).toEqual(drawn);
    }
  });

  test("accepts plain numbers as seeds and refuses anything that is not a whole number", () => {
    expect(new NumpyGenerator(0).random()).toBe(0.6369616873214543);
    for (const seed of [-1, 0.5, -1n]) expect(() => new NumpyGenerator(seed)).toThrow(RangeError);
    expect(() => new NumpyGenerator(0).integers(3, 3)).toThrow("expected low < high");
  });
});
