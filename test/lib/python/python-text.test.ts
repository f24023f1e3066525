import { describe, expect, test } from "vitest";
import { isPythonSpace, splitWhitespace, strip } from "../../../src/lib/python/python-text.ts";
import { readGoldenCases } from "../../support/golden-vectors.ts";

describe("split() splits as Python does", () => {
  for (const { title, arguments: values, expected } of readGoldenCases("lib/python-split")) {
    test(title, () => expect(splitWhitespace(values[0] as string)).toStrictEqual(expected));
  }
});

describe("strip() trims as Python does", () => {
  for (const { title, arguments: values, expected } of readGoldenCases("lib/python-strip")) {
    test(title, () => expect(strip(values[0] as string)).toBe(expected));
  }
});

test("exactly Python's whitespace is whitespace", () => {
  const found = Array.from({ length: 0x10000 }, (_, unit) => unit).filter(isPythonSpace);
  expect(found).toStrictEqual(readGoldenCases("lib/python-space")[0]!.expected);
});
