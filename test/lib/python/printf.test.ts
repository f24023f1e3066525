import { describe, expect, test } from "vitest";
import { formatFixed, formatGeneral } from "../../../src/lib/python/printf.ts";
import { goldenJson } from "../../support/golden-json.ts";

const { formats, printed } = goldenJson<{ formats: string[]; printed: string[][] }>("text/floats");

describe("C's number formats", () => {
  formats.forEach((format, i) => {
    test(`prints ${format} as C does`, () => {
      const precision = Number(format.slice(2, -1));
      const print = format.endsWith("g") ? formatGeneral : formatFixed;
      for (const row of printed) expect(print(Number(row[0]), precision), `${format} of ${row[0]}`).toBe(row[i + 1]);
    });
  });

  test("reads a precision of zero as one significant digit", () => {
    expect(formatGeneral(0.25, 0)).toBe("0.2");
  });

  test("rounds exact halves to the even digit, even before the decimal point", () => {
    expect([0.5, 1.5, 2.5, -2.5].map((value) => formatFixed(value, 0))).toEqual(["0", "2", "2", "-2"]);
    expect([125, 135, -125, 9.5].map((value) => formatGeneral(value, 2))).toEqual([
      "1.2e+02",
      "1.4e+02",
      "-1.2e+02",
      "9.5",
    ]);
  });

  test("prints NaN and infinities", () => {
    expect([Infinity, -Infinity, Number.NaN].map((value) => formatFixed(value, 3))).toEqual(["inf", "-inf", "nan"]);
    expect(formatGeneral(-Infinity, 10)).toBe("-inf");
  });
});
