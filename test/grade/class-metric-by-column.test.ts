import { describe, expect, test } from "vitest";
import { parseCsv } from "../../src/frame/read-csv.ts";
import { quadraticKappaByColumn } from "../../src/grade/quadratic-kappa-by-column.ts";

const grade = quadraticKappaByColumn({ id: "id", target: "grade" });
const table = (cells: readonly string[]) =>
  parseCsv(Buffer.from(`id,grade\n${cells.map((cell, row) => `r${row},${cell}\n`).join("")}`));
const score = (truth: readonly string[], prediction: readonly string[]): number =>
  grade(table(prediction), table(truth));

describe("quadraticKappaByColumn", () => {
  test("compares classes by value, whatever their type", () => {
    expect(score(["0", "1", "2", "2"], ["0.0", "2.0", "2.0", "1.0"])).toBe(0.6363636363636364);
    expect(score(["0", "1", "1"], ["False", "True", "True"])).toBe(1);
  });

  test("is NaN when there is one class only", () => {
    expect(score(["1", "1"], ["1", "1"])).toBeNaN();
  });

  test("leaves out predictions that no double holds once a class is unsigned and another is never predicted", () => {
    expect(score(["1", "2", "3"], ["18446744073709551615", "18446744073709551615", "18446744073709551615"])).toBeNaN();
    expect(score(["1", "2", "2"], ["1", "2", "9223372036854775808"])).toBe(score(["1", "2", "2"], ["1", "2", "99"]));
  });

  test.each([
    ["text", ["1", "two", "3"], /row 2 holds "two"/],
    ["a gap", ["1", "", "3"], /empty in row 2/],
    ["booleans with a gap", ["True", "", "True"], /mixes true\/false/],
    ["a fraction", ["1", "2", "2.5"], /holds 2.5 in row 3/],
    ["another number of rows", ["1", "2"], /has 2 rows, expected 3/],
  ])("refuses %s", (_, prediction, reason) => {
    expect(() => score(["1", "2", "3"], prediction)).toThrow(reason);
  });
});
