import { describe, expect, test } from "vitest";
import { parseCsv } from "../../src/frame/read-csv.ts";
import { accuracyByColumn } from "../../src/grade/accuracy-by-column.ts";

const grade = accuracyByColumn({ id: "id", target: "label" });
const table = (labels: readonly string[]) =>
  parseCsv(Buffer.from(`id,label\n${labels.map((label, row) => `r${row},${label}\n`).join("")}`));
const score = (truth: readonly string[], prediction: readonly string[]): number =>
  grade(table(prediction), table(truth));

describe("accuracyByColumn", () => {
  test("compares numbers and booleans by value, whatever their type", () => {
    expect(score(["1", "0", "1", "2"], ["1.0", "0.0", "1.0", "3.0"])).toBe(0.75);
    expect(score(["True", "False"], ["1", "1"])).toBe(0.5);
  });

  test("counts every row as wrong when one text cell turns a column of numbers into text", () => {
    expect(score(["1", "2", "3"], ["1", "2", "three"])).toBe(0);
  });

  test("refuses text against numbers when neither side has three classes", () => {
    expect(() => score(["1", "0", "1"], ["yes", "no", "yes"])).toThrow(/holds text \(row 1: "yes"\)/);
    expect(() => score(["yes", "no", "yes"], ["1", "0", "1"])).toThrow(/holds numbers/);
  });

  test("accepts integers beyond 2^63 but not whole floats", () => {
    expect(score(["1", "2", "3"], ["1", "2", "9223372036854775808"])).toBe(2 / 3);
    expect(score(["1", "2", "3"], ["1", "2", "-9223372036854775808.0"])).toBe(2 / 3);
    expect(() => score(["1", "2", "3"], ["1", "2", "9223372036854775808.0"])).toThrow(/whole numbers/);
  });

  test.each([
    ["a gap among numbers", ["1", "", "3"], /empty in row 2/],
    ["a gap among text", ["a", "b", ""], /empty in row 3/],
    ["a gap among booleans", ["True", "", "True"], /empty in row 2/],
    ["a fraction", ["1", "2.5", "3"], /holds 2.5 in row 2/],
    ["an infinity", ["1", "2", "inf"], /holds Infinity in row 3/],
  ])("refuses %s", (_, prediction, reason) => {
    expect(() => score(["1", "2", "3"], prediction)).toThrow(reason);
  });
});
