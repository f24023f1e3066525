import { describe, expect, test } from "vitest";
import { formatPythonFloat } from "../../../src/lib/python/python-repr.ts";
import { goldenJson } from "../../support/golden-json.ts";

const { printed } = goldenJson<{ printed: string[][] }>("text/floats");

describe("formatPythonFloat", () => {
  test("prints floats as Python's repr does", () => {
    for (const [text] of printed) expect(formatPythonFloat(Number(text))).toBe(text);
  });

  test("prints NaN and infinities as Python does", () => {
    expect([Infinity, -Infinity, Number.NaN].map(formatPythonFloat)).toEqual(["inf", "-inf", "nan"]);
  });
});
