import { describe, expect, test } from "vitest";
import { formatUjsonDouble } from "../../../src/lib/json/format-ujson-double.ts";
import { parseJson } from "../../../src/lib/json/parse-json.ts";
import { parseUjsonNumber } from "../../../src/lib/json/parse-ujson-number.ts";
import { printJson } from "../../../src/lib/json/print-json.ts";
import { printUjson } from "../../../src/lib/json/print-ujson.ts";
import { quoteUjsonText } from "../../../src/lib/json/quote-ujson-text.ts";
import { goldenJson } from "../../support/golden-json.ts";

const floats = goldenJson<{ printed: string[][] }>("text/floats");
const golden = goldenJson<{
  numbers: [text: string, value: string | null][];
  strings: [text: string, printed: string][];
  records: [json: string, printed: string][];
}>("text/ujson");

describe("pandas' JSON", () => {
  test("prints doubles as to_json does", () => {
    for (const row of floats.printed) expect(formatUjsonDouble(Number(row[0])), row[0]).toBe(row.at(-1));
  });

  test("prints null for NaN and infinities", () => {
    expect([Number.NaN, Infinity, -Infinity].map(formatUjsonDouble)).toEqual(["null", "null", "null"]);
  });

  test("reads numbers as read_json does, last bits included", () => {
    for (const [text, value] of golden.numbers) {
      const ours = parseUjsonNumber(text);
      expect(ours === undefined ? null : printJson(ours), text).toBe(value);
    }
  });

  test("escapes slashes and everything beyond ASCII, but not U+007F", () => {
    for (const [text, printed] of golden.strings) expect(quoteUjsonText(text)).toBe(printed);
  });

  test("prints whole records without spaces", () => {
    for (const [json, printed] of golden.records) expect(printUjson(parseJson(json))).toBe(printed);
  });

  test("plugs its numbers into the JSON parser", () => {
    const record = parseJson('{"id":12,"snr":3.7e23,"gap":NaN}', { parseNumber: parseUjsonNumber });
    expect(printJson(record)).toBe('{"id": 12, "snr": 3.700000000000001e+23, "gap": null}');
  });
});
