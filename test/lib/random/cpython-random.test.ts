import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { CPythonRandom } from "../../../src/lib/random/cpython-random.ts";
import { goldenJson } from "../../support/golden-json.ts";

interface Drawn {
  readonly seed: string;
  readonly drawn: number[];
}
const golden = goldenJson<{
  doubles: Drawn[];
  bits: Drawn[];
  integers: (Drawn & { low: number; high: number })[];
  shuffles: { seed: string; count: number; items: number[] }[];
  longShuffles: { seed: string; count: number; md5: string }[];
  samples: (Drawn & { count: number; size: number })[];
  afterShuffle: { items: number[]; choices: boolean[] }[];
}>("random/cpython-random");

const source = (seed: string) => new CPythonRandom(BigInt(seed));
const range = (count: number) => Array.from({ length: count }, (_, i) => i);

describe("CPythonRandom", () => {
  test("draws doubles as CPython does, for seeds of any size and sign", () => {
    for (const { seed, drawn } of golden.doubles) {
      const random = source(seed);
      expect(
        drawn.map(() => random.random()),
        seed,
      ).toEqual(drawn);
    }
  });

  test("draws 0 to 53 bits", () => {
    for (const { seed, drawn } of golden.bits) {
      const random = source(seed);
      expect(
        drawn.map((_, bits) => random.getrandbits(bits)),
        seed,
      ).toEqual(drawn);
    }
  });

  test("draws whole numbers, both ends included", () => {
    for (const { seed, low, high, drawn } of golden.integers) {
      const random = source(seed);
      expect(
        drawn.map(() => random.randint(low, high)),
        `seed ${seed}, ${low} to ${high}`,
      ).toEqual(drawn);
    }
  });

  test("shuffles", () => {
    for (const { seed, count, items } of golden.shuffles) {
      const ours = range(count);
      source(seed).shuffle(ours);
      expect(ours).toEqual(items);
    }
    for (const { seed, count, md5 } of golden.longShuffles) {
      const ours = range(count);
      source(seed).shuffle(ours);
      expect(
        createHash("md5")
          .update(new Uint8Array(Uint32Array.from(ours).buffer))
          .digest("hex"),
      ).toBe(md5);
    }
  });

  test("samples small and large populations", () => {
    for (const { seed, count, size, drawn } of golden.samples) {
      expect(source(seed).sample(range(count), size), `${size} of ${count}`).toEqual(drawn);
    }
  });

  test("continues the stream from a shuffle to choices", () => {
    for (const { items, choices } of golden.afterShuffle) {
      const random = new CPythonRandom(0);
      const ours = range(items.length);
      random.shuffle(ours);
      expect(ours).toEqual(items);
      expect(choices.map(() => random.choice([true, false]))).toEqual(choices);
    }
  });

  test("refuses what CPython refuses", () => {
    const random = new CPythonRandom(0);
    expect(() => random.sample([1, 2], 3)).toThrow("cannot sample 3 of 2");
    expect(() => random.choice([])).toThrow("cannot draw from 0 possibilities");
    expect(() => random.randint(2, 1)).toThrow("cannot draw from 0 possibilities");
    expect(() => random.getrandbits(54)).toThrow(RangeError);
    expect(() => new CPythonRandom(0.5)).toThrow(RangeError);
  });
});
