import { describe, expect, test } from "vitest";
import { parseDefaultFloat } from "../../../src/lib/python/default-float-parser.ts";

describe("parseDefaultFloat", () => {
  // Expected values: pandas 2.2.3, read_csv without float_precision.
  test.each([
    ["110.66086393542855", 110.66086393542857],
    ["9.740916812739357", 9.740916812739355],
    ["108.26804472319321", 108.2680447231932],
    ["0.59959", 0.59959],
    ["-2.87509", -2.87509],
    ["3971366.0", 3971366],
    [" +5. ", 5],
    [".5", 0.5],
    ["1E2", 100],
    ["1e-400", 0],
    ["1e4294967299", 1000],
    ["0.0000000000000000001", 0],
    ["inf", Infinity],
    ["-Infinity", -Infinity],
  ])("reads %j as pandas does", (text, expected) => {
    expect(parseDefaultFloat(text)).toBe(expected);
  });

  test.each([
    "",
    " ",
    ".",
    "-",
    "e5",
    "1e",
    "1e+",
    "1x",
    "1 1",
    "1_0",
    "0x1",
    "nan",
    " inf",
    "1e309",
    "0e400",
    "1.8e308",
  ])("does not take %j for a number", (text) => {
    expect(parseDefaultFloat(text)).toBeUndefined();
  });

  test("keeps the sign of zero", () => {
    expect(parseDefaultFloat("-0.0")).toBe(-0);
  });
});
