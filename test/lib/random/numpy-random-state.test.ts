import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { NumpyRandomState } from "../../../src/lib/random/numpy-random-state.ts";
import { goldenJson } from "../../support/golden-json.ts";

const golden = goldenJson<{
  permutations: { seed: number; count: number; order: number[] }[];
  longPermutations: { seed: number; count: number; md5: string }[];
  consecutive: { seed: number; orders: number[][] }[];
  integers: { seed: number; low: number; high: number; drawn: number[] }[];
  mixed: { seed: number; draws: number[] }[];
  choices: ({ seed: number; count: number; drawn: number[] } & Parameters<NumpyRandomState["choice"]>[1])[];
}>("random/numpy-random-state");

describe("NumpyRandomState", () => {
  test("permutes as numpy does", () => {
    for (const { seed, count, order } of golden.permutations) {
      expect(Array.from(new NumpyRandomState(seed).permutation(count)), `seed ${seed}, ${count} items`).toEqual(order);
    }
  });

  test("permutes long ranges as numpy does", () => {
    for (const { seed, count, md5 } of golden.longPermutations) {
      const order = new NumpyRandomState(seed).permutation(count);
      expect(createHash("md5").update(new Uint8Array(order.buffer)).digest("hex")).toBe(md5);
    }
  });

  test("continues where the last permutation ended", () => {
    for (const { seed, orders } of golden.consecutive) {
      const state = new NumpyRandomState(seed);
      for (const order of orders) expect(Array.from(state.permutation(order.length))).toEqual(order);
    }
  });

  test("shuffles lists and typed arrays with the draws of a permutation", () => {
    for (const { seed, count, order } of golden.permutations) {
      const names = Array.from({ length: count }, (_, i) => `item ${i}`);
      const numbers = Float64Array.from(names, (_, i) => i / 2);
      new NumpyRandomState(seed).shuffle(names);
      new NumpyRandomState(seed).shuffle(numbers);
      expect(names).toEqual(order.map((i) => `item ${i}`));
      expect(Array.from(numbers)).toEqual(order.map((i) => i / 2));
    }
  });

  test("draws whole numbers from narrow and wide ranges", () => {
    for (const { seed, low, high, drawn } of golden.integers) {
      const state = new NumpyRandomState(seed);
      expect(
        drawn.map(() => state.randint(low, high)),
        `seed ${seed}, ${low} to ${high}`,
      ).toEqual(drawn);
    }
  });

  test("keeps doubles and whole numbers in one stream", () => {
    for (const { seed, draws } of golden.mixed) {
      const state = new NumpyRandomState(seed);
      const ours = Array.from({ length: 12 }, (_, i) => [
        state.uniform(),
        state.randint(1, 2 + i * 7),
        state.uniform(-3, 10.5),
        state.randomSample(),
      ]).flat();
      expect(ours).toEqual(draws);
    }
  });

  test("chooses with and without replacement and probabilities", () => {
    for (const { seed, count, drawn, ...options } of golden.choices) {
      expect(Array.from(new NumpyRandomState(seed).choice(count, options)), JSON.stringify(options)).toEqual(drawn);
    }
  });

  test("refuses what numpy refuses", () => {
    for (const seed of [-1, 2 ** 32, 0.5, Number.NaN]) expect(() => new NumpyRandomState(seed)).toThrow(RangeError);
    const state = new NumpyRandomState(0);
    expect(() => state.randint(5, 5)).toThrow("expected low < high");
    expect(() => state.choice(3, { size: 4, replace: false })).toThrow("cannot choose 4 of 3 without replacement");
    expect(() => state.choice(0, { size: 1 })).toThrow("cannot choose 1 of 0");
    expect(() => state.choice(2, { size: 1, p: [0.5, 0.4] })).toThrow("sum to 0.9, expected 1");
    expect(() => state.choice(2, { size: 1, p: [1.5, -0.5] })).toThrow("probability 1 is -0.5");
    expect(() => state.choice(3, { size: 1, p: [1] })).toThrow("1 probabilities for 3 choices");
    expect(() => state.choice(2, { size: 2, replace: false, p: [1, 0] })).toThrow(
      "cannot choose 2 of 1 indices with a probability above 0",
    );
  });
});
