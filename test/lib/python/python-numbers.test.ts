import { describe, expect, test } from "vitest";
import { toAsciiNumber } from "../../../src/lib/python/python-digits.ts";
import { parsePythonFloat } from "../../../src/lib/python/python-float.ts";
import { parsePythonInt } from "../../../src/lib/python/python-int.ts";
import { readGoldenCases } from "../../support/golden-vectors.ts";

describe("int() reads as Python does", () => {
  for (const { title, arguments: values, expected } of readGoldenCases("lib/python-int")) {
    test(title, () => expect(parsePythonInt(values[0] as string)?.toString() ?? null).toBe(expected));
  }

  for (const { title, arguments: values, expected } of readGoldenCases("lib/python-int-limit")) {
    const [start, length, end] = values as [string, number, string];
    test(`the limit of digits, ${title}`, () => {
      const text = start.repeat(length).slice(0, length - 1) + end;
      const sample = start.startsWith("-") ? `-${"1".repeat(length - 1)}` : text;
      expect(parsePythonInt(sample) !== null).toBe(expected);
    });
  }
});

describe("float() reads as Python does", () => {
  for (const { title, arguments: values, expected } of readGoldenCases("lib/python-float")) {
    test(title, () => expect(parsePythonFloat(values[0] as string)).toBe(expected));
  }
});

test("the decimal digits of every script count, and no others", () => {
  const expected = readGoldenCases("lib/python-digits")[0]!.expected as [number, number][];
  const found: [number, number][] = [];
  for (let point = 0; point < 0x110000; point++) {
    const digit = toAsciiNumber(String.fromCodePoint(point));
    if (/^[0-9]$/.test(digit)) found.push([point, Number(digit)]);
  }
  expect(found).toStrictEqual(expected);
});
