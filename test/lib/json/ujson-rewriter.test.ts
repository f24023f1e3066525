import { describe, expect, test } from "vitest";
import { parseJson } from "../../../src/lib/json/parse-json.ts";
import { parseUjsonNumber } from "../../../src/lib/json/parse-ujson-number.ts";
import { printUjson } from "../../../src/lib/json/print-ujson.ts";
import { UjsonRewriter } from "../../../src/lib/json/ujson-rewriter.ts";

function rewrite(text: string): string {
  const rewriter = new UjsonRewriter();
  const bytes = Buffer.from(text);
  expect(rewriter.value(bytes, 0, bytes.length)).toBe(bytes.length);
  return rewriter.output.toString("latin1", 0, rewriter.length);
}

describe("UjsonRewriter", () => {
  test.each([
    '"plain"',
    '"</P> \\/ \\" \\\\ \\b\\f\\n\\r\\t \\u0041\\u002f\\u0022\\u001F\\u007F\\u00e9\\uD83D\\uDE00"',
    '"é ÿ ߿ ࠀ \u2028 \ufeff \uffff 😀"',
    '{"start_token": 14, "top_level" : true, "end_token":170 , "é/": [ null , false, { } , [ ] ]}',
    "[0, -0, -1, 123456789012345, 1234567890123456, 18446744073709551615, -9223372036854775808]",
    "[1.0, -0.0, 0.1, 1e5, 1E-20, 123456789012345678.5, 0.30000000000000004, 7.0e2, NaN, Infinity]",
    '{"10": 1, "9": {"a": [[[1.50]]]}}',
  ])("%s becomes what parsing and printing make of it", (text) => {
    expect(rewrite(text)).toBe(printUjson(parseJson(text, { parseNumber: parseUjsonNumber })));
  });

  test("the last value of a repeated key stays, in the first one's place", () => {
    expect(rewrite('{"a": 1, "b": {"x": 1, "y": 22, "x": [3, 4]}, "\\u0061": "long value", "c": 5, "b": 6}')).toBe(
      '{"a":"long value","b":6,"c":5}',
    );
  });

  test("raw control characters are kept, leading zeros dropped", () => {
    expect(rewrite('["tab\there\u0001", 007]')).toBe('["tab\\there\\u0001",7]');
  });

  test("the first half of a surrogate pair waits for the second, and is dropped if there is none", () => {
    expect(rewrite('"\\ud83dab\\ude00z\\ud83d"')).toBe('"ab\\ud83d\\ude00z"');
  });

  test("output grows as needed and can be used again", () => {
    const rewriter = new UjsonRewriter();
    const bytes = Buffer.from(JSON.stringify("\u0001".repeat(50_000)));
    for (let round = 0; round < 3; round += 1) rewriter.value(bytes, 0, bytes.length);
    expect(rewriter.length).toBe(3 * 300_002);
  });

  test.each(['"open', '"\\x"', '"\\u12g4"', "[1,]", "[1 2]", '{"a"}', '{"a":1,}', "{1:2}", "nope", ""])(
    "%s is refused",
    (text) => {
      expect(() => rewrite(text)).toThrow(/Malformed JSON/);
    },
  );
});
