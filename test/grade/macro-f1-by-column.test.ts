import { describe, expect, test } from "vitest";
import { parseCsv } from "../../src/frame/read-csv.ts";
import { macroF1ByColumn } from "../../src/grade/macro-f1-by-column.ts";

const grade = macroF1ByColumn({ id: "Id", target: "Predicted" });
const table = (labels: readonly string[]) =>
  parseCsv(Buffer.from(`Id,Predicted\n${labels.map((label, row) => `${row},${label}\n`).join("")}`));
const score = (truth: readonly string[], prediction: readonly string[]): number =>
  grade(table(prediction), table(truth));

describe("macroF1ByColumn", () => {
  test("reads labels as Python's int does", () => {
    const truth = ["1", "2", "10"];
    expect(score(truth, ["1.9", "2.0", "10.5"])).toBe(1);
    expect(score(truth, [" 1 ", "+2", "1_0"])).toBe(1);
    expect(score(["1", "0", "1"], ["True", "False", "True"])).toBe(1);
  });

  test("averages over the labels of both sides", () => {
    expect(score(["1", "1", "2"], ["1", "3", "2"])).toBe((2 / 3 + 1 + 0) / 3);
  });

  test("keeps labels beyond 2^53 apart", () => {
    expect(score(["1", "1", "2"], ["9007199254740993", "9007199254740992", "2"])).toBe(1 / 4);
    expect(score(["1", "1", "2"], ["9007199254740992", "9007199254740992", "2"])).toBe(1 / 3);
  });

  test("scores 0 when every label needs the 64th bit, and refuses one that does", () => {
    expect(score(["1", "2"], ["9223372036854775808", "1e19"])).toBe(0);
    expect(() => score(["1", "2"], ["1", "9223372036854775808"])).toThrow(/fit in 64 bits/);
    expect(() => score(["1", "2"], ["1", "1e300"])).toThrow(/fit in 64 bits/);
  });

  test.each([
    ["a gap", ["1", ""], /is empty in row 2/],
    ["an infinity", ["1", "-inf"], /holds -Infinity in row 2/],
    ["a fraction written among text", ["1.5", "x"], /holds "1.5" in row 1/],
    ["booleans with a gap", ["True", ""], /is empty in row 2/],
  ])("refuses %s", (_, prediction, reason) => {
    expect(() => score(["1", "2"], prediction)).toThrow(reason);
  });
});
