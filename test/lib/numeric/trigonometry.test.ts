import { expect, test } from "vitest";
import { cosineAndSine } from "../../../src/lib/numeric/trigonometry.ts";
import { readGoldenCases } from "../../support/golden-vectors.ts";

test("cosine and sine are rounded correctly", () => {
  for (const { arguments: values, expected } of readGoldenCases("lib/cosine-and-sine")) {
    expect(cosineAndSine(values[0] as number), String(values[0])).toStrictEqual(expected);
  }
});

test("angles of any size have a cosine and a sine", () => {
  expect(cosineAndSine(1e22)).toStrictEqual([Math.cos(1e22), Math.sin(1e22)]);
  expect(cosineAndSine(-0)).toStrictEqual([1, -0]);
  expect(cosineAndSine(Number.NaN)).toStrictEqual([Number.NaN, Number.NaN]);
  expect(cosineAndSine(Number.POSITIVE_INFINITY)).toStrictEqual([Number.NaN, Number.NaN]);
});
