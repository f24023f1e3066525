import { expect, test } from "vitest";
import { numpyArgsort } from "../../../src/lib/numeric/numpy-argsort.ts";
import { goldenJson } from "../../support/golden-json.ts";

const golden = goldenJson<{ values: number[]; order: number[] }[]>("lib/numpy-argsort");

test("orders equal values as numpy does, where it sorts by insertion, by partition and by heap", () => {
  for (const { values, order } of golden) expect(Array.from(numpyArgsort(Uint32Array.from(values)))).toEqual(order);
});
