import { describe, expect, test } from "vitest";
import { argsort } from "../../../src/lib/numeric/argsort.ts";

function byComparison(values: Float64Array): number[] {
  return Array.from(values.keys()).sort((a, b) => {
    const [x, y] = [values[a]!, values[b]!];
    if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y));
    return x === y ? 0 : x - y < 0 || x < y ? -1 : 1;
  });
}

/** A small fixed generator, so that every run sorts the same numbers. */
function numbers(count: number, draw: (uniform: number, index: number) => number): Float64Array {
  let state = 12345;
  return Float64Array.from({ length: count }, (_, index) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return draw(state / 2 ** 32, index);
  });
}

describe("argsort", () => {
  test("orders like numpy's stable argsort with NaN last", () => {
    const values = Float64Array.of(3, Number.NaN, -0, 0, -Infinity, 3, Infinity, -1e-320, Number.NaN);
    expect([...argsort(values)]).toEqual([4, 7, 2, 3, 0, 5, 6, 1, 8]);
  });

  test("reverses the whole order if asked to, including ties", () => {
    expect([...argsort(Float64Array.of(1, 2, 1, 2), { reverse: true })]).toEqual([3, 1, 2, 0]);
  });

  test("sorts an empty and a single-element array", () => {
    expect([...argsort(new Float64Array(0))]).toEqual([]);
    expect([...argsort(Float64Array.of(5))]).toEqual([0]);
  });

  const draws: Record<string, (uniform: number, index: number) => number> = {
    "random scores": (uniform) => uniform,
    "signed numbers of all magnitudes": (uniform, index) => (uniform - 0.5) * 10 ** ((index % 600) - 300),
    "many ties": (uniform) => Math.floor(uniform * 10) / 10,
    "numbers that differ only in their last bits": (uniform) => 1 + Math.floor(uniform * 5000) * Number.EPSILON,
    "a constant": () => 0.25,
    "gaps among numbers": (uniform) => (uniform < 0.1 ? Number.NaN : uniform),
  };
  for (const [name, draw] of Object.entries(draws)) {
    test(`agrees with a comparison sort on ${name}`, () => {
      for (const count of [2, 63, 64, 65, 1000, 20_000]) {
        const values = numbers(count, draw);
        expect([...argsort(values)]).toEqual(byComparison(values));
      }
    });
  }

  test("does not change its input", () => {
    const values = Float64Array.of(-0, 2, 1);
    argsort(values);
    expect([...values]).toEqual([-0, 2, 1]);
  });

  test("sorts a million numbers", () => {
    const values = numbers(1_000_000, (uniform) => uniform);
    const order = argsort(values);
    for (let i = 1; i < order.length; i++) {
      if (values[order[i - 1]!]! > values[order[i]!]!) throw new Error(`wrong order at ${i}`);
    }
  });
});
