import { describe, expect, test } from "vitest";
import { jsonColumn } from "../../../src/frame/json/json-column.ts";
import { readJsonColumn } from "../../../src/frame/json/read-json-column.ts";
import type { JsonValue } from "../../../src/lib/json/json-value.ts";
import { PythonFloat } from "../../../src/lib/json/json-value.ts";
import { printUjson } from "../../../src/lib/json/print-ujson.ts";

const float = (value: number) => new PythonFloat(value);
const print = (values: JsonValue[]) => printUjson([...readJsonColumn(values)]);

describe("readJsonColumn", () => {
  test.each<[string, JsonValue[], string]>([
    ["whole floats become integers", [float(1), float(-0), 2], "[1,0,2]"],
    ["one fraction keeps all floats", [1, 2.5], "[1.0,2.5]"],
    ["a gap keeps all floats", [1, null], "[1.0,null]"],
    ["texts that are all numbers become numbers", ["1", " 2.0 ", "1_0"], "[1,2,10]"],
    ["one other text keeps all texts", ["1", "x"], '["1","x"]'],
    ["a text of digits loses those a double does not hold", ["5655493461695504401"], "[5655493461695504384]"],
    ["booleans alone stay", [true, false], "[true,false]"],
    ["booleans and numbers are numbers", [true, 2], "[1,2]"],
    ["booleans and gaps are floats", [true, null], "[1.0,null]"],
    ["large integers stay exact", [2n ** 63n - 1n, -1], "[9223372036854775807,-1]"],
    ["unsigned integers stay exact", [2n ** 64n - 1n, 1], "[18446744073709551615,1]"],
    ["unsigned and negative ones become floats", [2n ** 63n, -1.5], "[9.223372037e+18,-1.5]"],
    ["lists and objects stay", [[float(1)], null], "[[1.0],null]"],
    ["gaps alone are floats", [null, null], "[null,null]"],
  ])("%s", (_, values, printed) => {
    expect(print(values)).toBe(printed);
  });
});

describe("jsonColumn", () => {
  test.each<[string, JsonValue[], string]>([
    ["int64", [1, 2n ** 60n], "int64"],
    ["uint64", [1, 2n ** 63n], "uint64"],
    ["float64", [1, 2.5], "float64"],
    ["float64 with a gap", [1, null], "float64"],
    ["bool", [true, false], "bool"],
    ["text", ["a", 1, null], "text"],
    ["text of integers that no type holds", [2n ** 63n, -1], "text"],
  ])("types a column as a data frame would: %s", (_, values, kind) => {
    expect(jsonColumn("x", values).kind).toBe(kind);
  });

  test("keeps integers beyond 2^53 distinct", () => {
    const column = jsonColumn("x", [2n ** 53n + 1n, 5]);
    expect("wide" in column && column.wide).toEqual(BigInt64Array.of(2n ** 53n + 1n, 5n));
  });

  test("refuses lists", () => {
    expect(() => jsonColumn("x", [[1]])).toThrow("not a list or an object");
  });
});
