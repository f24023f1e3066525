import { expect, test } from "vitest";
import { ranks } from "../../../src/lib/numeric/ranks.ts";
import { readGoldenCases } from "../../support/golden-vectors.ts";

for (const { title, arguments: values, expected } of readGoldenCases("lib/ranks")) {
  test(`gives scipy's ranks of ${title}`, () => {
    expect(Array.from(ranks(Float64Array.from(values[0] as number[])))).toEqual(expected);
  });
}
