import { describe, expect, test } from "vitest";
import { asFloats } from "../../src/frame/as-floats.ts";
import { asText } from "../../src/frame/as-text.ts";
import { NumberColumn, TextColumn } from "../../src/frame/column.ts";
import { firstDifference } from "../../src/frame/first-difference.ts";
import { Frame } from "../../src/frame/frame.ts";
import { toLabels } from "../../src/frame/labels.ts";
import { parseCsv } from "../../src/frame/read-csv.ts";

/** A column as read from a file with these cells; a second column keeps empty cells from being blank lines. */
const read = (...cells: string[]) =>
  parseCsv(Buffer.from(`a,b\n${cells.map((cell) => `${cell},1\n`).join("")}`)).column("a");

describe("asText prints cells as astype(str) does", () => {
  test.each<[string, string[], string[]]>([
    ["integers", ["1", "-0", "9223372036854775807"], ["1", "0", "9223372036854775807"]],
    ["unsigned integers", ["18446744073709551615", "1"], ["18446744073709551615", "1"]],
    ["floats", ["1", "2.50", "1e16", "1e-5", "-0.0", "inf"], ["1.0", "2.5", "1e+16", "1e-05", "-0.0", "inf"]],
    ["integers with a gap", ["1", "", "9007199254740993"], ["1.0", "nan", "9007199254740992.0"]],
    ["booleans", ["true", "FALSE"], ["True", "False"]],
    ["booleans with a gap", ["true", ""], ["True", "nan"]],
    ["text", ["x", "", "1.50", "True"], ["x", "nan", "1.50", "True"]],
  ])("%s", (_, cells, expected) => expect(asText(read(...cells))).toEqual(expected));
});

describe("toLabels returns values that are equal if Python's are", () => {
  test.each<[string, string[], unknown[]]>([
    ["integers", ["1", "-0", "9007199254740993"], [1, 0, 9007199254740993n]],
    ["floats", ["1.0", "-0.0", "0.5", "", "1e17"], [1, 0, 0.5, null, 10n ** 17n]],
    ["booleans", ["True", "false"], [1, 0]],
    ["booleans with a gap", ["True", ""], [1, null]],
    ["text", ["x", "", "1"], ["x", null, "1"]],
  ])("%s", (_, cells, expected) => expect(toLabels(read(...cells))).toEqual(expected));

  test("an integer beyond 2^53 and the float of the same value are the same label", () => {
    expect(toLabels(read("9007199254740994"))[0]).toBe(toLabels(read("9007199254740994.0"))[0]);
  });
});

describe("firstDifference compares as numpy does", () => {
  test.each<[string, string[], string[], number]>([
    ["equal integers", ["1", "2"], ["1", "2"], -1],
    ["an integer and a float", ["1", "2"], ["1.0", "2.5"], 1],
    ["a boolean and a number", ["True", "False"], ["1", "0"], -1],
    ["a gap, which equals nothing", ["1.5", ""], ["1.5", ""], 1],
    ["neighbours beyond 2^53", ["9007199254740993"], ["9007199254740992"], 0],
    ["an integer beyond 2^53 and a float", ["9007199254740993", "1"], ["9007199254740992.0", "1"], 0],
    ["equal text", ["x", "é"], ["x", "é"], -1],
    ["text of other length", ["x", "xy"], ["x", "x"], 1],
    ["text and a number", ["x", "1"], ["2", "1"], 0],
    ["a gap in text", ["x", ""], ["x", ""], 1],
  ])("%s", (_, a, b, expected) => expect(firstDifference(read(...a), read(...b))).toBe(expected));
});

describe("asFloats reads text as Python's float() does", () => {
  test("numbers, gaps and digits with underscores", () => {
    expect([...asFloats(read("1_000", " 5 ", "", "inf", "x1".slice(1)))]).toEqual([1000, 5, Number.NaN, Infinity, 1]);
  });

  test("an error names the cell that is not a number, and its row", () => {
    expect(() => asFloats(read("1_0", "abc"))).toThrow('Column "a" must hold numbers; row 2 holds "abc".');
  });
});

describe("a frame", () => {
  const frame = parseCsv(Buffer.from("id,value\nx,1\ny,2\nz,3\n"));

  test("takes rows in any order, repeatedly", () => {
    const taken = frame.take(Uint32Array.of(2, 0, 0)).take(Uint32Array.of(1, 0));
    expect(asText(taken.column("id"))).toEqual(["x", "z"]);
    expect(asText(taken.column("value"))).toEqual(["1", "3"]);
    expect(taken.length).toBe(2);
  });

  test("keeps the rows that a filter selects", () => {
    expect(asText(frame.filter((row) => row !== 1).column("id"))).toEqual(["x", "z"]);
  });

  test("has the columns it was made of", () => {
    const made = Frame.of([TextColumn.from("t", ["a", null]), new NumberColumn("n", "int64", Float64Array.of(1, 2))]);
    expect(made.names).toEqual(["t", "n"]);
    expect(asText(made.column("t"))).toEqual(["a", "nan"]);
  });

  test("lists its columns when asked for another one", () => {
    expect(() => frame.column("no")).toThrow('No column "no" among id, value');
  });

  test("has index columns if the rows are longer than the header", () => {
    const labelled = parseCsv(Buffer.from("a\n7,x,1\n8,y,2\n"));
    expect(labelled.indexColumns).toBe(2);
    expect(asText(labelled.indexColumn(0))).toEqual(["7", "8"]);
    expect(asText(labelled.take(Uint32Array.of(1)).indexColumn(1))).toEqual(["y"]);
    expect(asText(labelled.column("a"))).toEqual(["1", "2"]);
  });
});
