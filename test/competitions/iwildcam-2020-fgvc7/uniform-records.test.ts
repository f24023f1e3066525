import { describe, expect, test } from "vitest";
import { uniformRecords } from "../../../src/competitions/iwildcam-2020-fgvc7/uniform-records.ts";
import { valueLabel } from "../../../src/competitions/iwildcam-2020-fgvc7/value-label.ts";
import { asText } from "../../../src/frame/as-text.ts";
import { jsonColumn, pythonText } from "../../../src/frame/json/json-column.ts";
import type { JsonValue } from "../../../src/lib/json/json-value.ts";
import { parseJson } from "../../../src/lib/json/parse-json.ts";
import { printJson } from "../../../src/lib/json/print-json.ts";

const records = (text: string): JsonValue[] => parseJson(text) as JsonValue[];

/** The values of key "a" after `uniformRecords`; "-" is a record without that key. */
function through(values: string): string {
  const texts = values.split(" ").map((value) => (value === "-" ? '{"b":0}' : `{"b":0,"a":${value}}`));
  return uniformRecords(records(`[${texts.join(",")}]`))
    .map((record) => printJson(record.get("a")!))
    .join(" ");
}

describe("records that went through a pandas table", () => {
  // What json.dumps(DataFrame(records).to_dict("records")) printed with pandas 2.2.3.
  test.each([
    ["1 2", "1 2"],
    ["1 -", "1.0 NaN"],
    ["1 null", "1.0 NaN"],
    ["null null", "null null"],
    ["null -", "NaN NaN"],
    ['"x" null -', '"x" null NaN'],
    ["true -", "true NaN"],
    ["true null", "true null"],
    ["true 1", "true 1"],
    ["1 2.0", "1.0 2.0"],
    ["9223372036854775808 1", "9223372036854775808 1"],
    ["9223372036854775808 -1", "9223372036854775808 -1"],
    ["9223372036854775808 -", "9.223372036854776e+18 NaN"],
    ["18446744073709551616 1.5", "18446744073709551616 1.5"],
    ["null 18446744073709551616 3", "NaN 1.8446744073709552e+19 3.0"],
    ["18446744073709551616 null", "18446744073709551616 null"],
    ["null 9223372036854775808 -1", "NaN 9.223372036854776e+18 -1.0"],
    ["- 9223372036854775808 -1", "NaN 9223372036854775808 -1"],
    ["9007199254740993 1.5", "9007199254740992.0 1.5"],
    ["Infinity 1", "Infinity 1.0"],
    ["-0.0 1", "-0.0 1.0"],
  ])("%s become %s", (given, expected) => {
    expect(through(given)).toBe(expected);
  });

  test("have all keys, in the order of their first appearance", () => {
    const uniform = uniformRecords(records('[{"b": 1}, {"10": "x", "b": 2, "a": [1]}]'));
    expect(printJson(uniform)).toBe('[{"b": 1, "10": NaN, "a": NaN}, {"b": 2, "10": "x", "a": [1]}]');
  });
});

test("a key of uniform records becomes a column that prints as pandas prints it", () => {
  const uniform = uniformRecords(
    records('[{"i": 1, "f": 2, "b": true, "o": "a"}, {"i": 9007199254740993, "f": 0.5, "b": false, "o": 3.0}]'),
  );
  const columns = ["i", "f", "b", "o"].map((name) =>
    jsonColumn(
      name,
      uniform.map((record) => record.get(name)!),
    ),
  );
  expect(columns.map(({ kind }) => kind)).toEqual(["int64", "float64", "bool", "text"]);
  expect(columns.map(asText)).toEqual([
    ["1", "9007199254740993"],
    ["2.0", "0.5"],
    ["True", "False"],
    ["a", "3.0"],
  ]);
});

test("values that are equal in Python are one label, and print as Python prints them", () => {
  const values = records('[1, 1.0, true, "1", null]');
  expect(values.map(valueLabel)).toEqual([1, 1, 1, "1", null]);
  expect(values.map(pythonText)).toEqual(["1", "1.0", "True", "1", "None"]);
  expect(() => valueLabel(records("[[1]]")[0]!)).toThrow("a list or an object");
});
