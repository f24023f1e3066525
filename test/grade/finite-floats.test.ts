import { describe, expect, test } from "vitest";
import { parseCsv } from "../../src/frame/read-csv.ts";
import { finiteFloats } from "../../src/grade/finite-floats.ts";

const table = (text: string) => parseCsv(Buffer.from(text));
const floats = (text: string) => [...finiteFloats(table(text).column("x"))];

describe("finiteFloats", () => {
  test("takes numbers and booleans by value", () => {
    expect(floats("x\n1\n-2.5\n")).toEqual([1, -2.5]);
    expect(floats("x\nTrue\nFalse\n")).toEqual([1, 0]);
  });

  test("reads text as Python's float() does", () => {
    expect(floats("x\n1_000\n+5\n٣\n")).toEqual([1000, 5, 3]);
  });

  test.each([
    ["a gap", "x,y\n1,1\n,1\n", /row 2/],
    ["an infinity", "x\n1\ninf\n", /"inf" in row 2/],
    ["a word", "x\n1\nabc\n", /"abc" in row 2/],
    ["text that overflows", "x\n1_0\n1e400\n", /row 2/],
    ["booleans with a gap", "x,y\nTrue,1\n,1\n", /row 2/],
  ])("refuses %s and names its row", (_, text, message) => {
    expect(() => floats(text)).toThrow(message);
  });

  test("names the row by its id when ids are given", () => {
    const { column } = { column: (name: string) => table("id,x\na,1\nb,nan\n").column(name) };
    expect(() => finiteFloats(column("x"), column("id"))).toThrow(/id "b"/);
  });
});
