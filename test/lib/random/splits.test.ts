import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { sampleRows } from "../../../src/lib/random/pandas-sample.ts";
import { type TrainTestSplitOptions, trainTestSplit } from "../../../src/lib/random/train-test-split.ts";
import { goldenJson } from "../../support/golden-json.ts";

interface Split {
  readonly count: number;
  readonly error?: boolean;
  readonly train?: number[];
  readonly test?: number[];
  readonly trainCount?: number;
  readonly testCount?: number;
  readonly md5?: string;
}
const golden = goldenJson<{
  trainTestSplits: (Split & TrainTestSplitOptions)[];
  samples: ({ count: number; error?: boolean; drawn?: number[] } & Parameters<typeof sampleRows>[1])[];
}>("random/splits");

describe("trainTestSplit", () => {
  const name = (options: object) => JSON.stringify(options);

  test("splits short lists as scikit-learn does", () => {
    for (const { count, train, test, seed, testSize, trainSize } of golden.trainTestSplits) {
      if (!train) continue;
      const options = { seed, ...(testSize && { testSize }), ...(trainSize && { trainSize }) };
      const ours = trainTestSplit(count, options);
      expect({ train: Array.from(ours.train), test: Array.from(ours.test) }, name(options)).toEqual({ train, test });
    }
  });

  test("splits long lists as scikit-learn does", () => {
    for (const { count, md5, trainCount, testCount, ...options } of golden.trainTestSplits) {
      if (!md5) continue;
      const { train, test } = trainTestSplit(count, options);
      expect([train.length, test.length]).toEqual([trainCount, testCount]);
      const all = new Uint8Array(Uint32Array.from([...train, ...test]).buffer);
      expect(createHash("md5").update(all).digest("hex"), name(options)).toBe(md5);
    }
  });

  test("refuses the sizes that scikit-learn refuses", () => {
    for (const { count, error, ...options } of golden.trainTestSplits) {
      if (error) expect(() => trainTestSplit(count, options), name({ count, ...options })).toThrow(RangeError);
    }
  });

  test("says which size is wrong", () => {
    expect(() => trainTestSplit(10, { testSize: 10, seed: 0 })).toThrow(
      "testSize is 10, expected a fraction in (0, 1) or a whole number from 1 to 9",
    );
    expect(() => trainTestSplit(1, { seed: 0 })).toThrow("no train rows: 1 rows");
  });
});

describe("sampleRows", () => {
  test("samples as pandas does", () => {
    for (const { count, error, drawn, ...options } of golden.samples) {
      if (error) expect(() => sampleRows(count, options), JSON.stringify(options)).toThrow(RangeError);
      else expect(Array.from(sampleRows(count, options)), JSON.stringify(options)).toEqual(drawn);
    }
  });

  test("refuses a count together with a fraction", () => {
    expect(() => sampleRows(5, { n: 1, frac: 0.5, seed: 0 })).toThrow("n or frac, not both");
  });
});
