import { describe, expect, test } from "vitest";
import { parseCsv } from "../../src/frame/read-csv.ts";
import { microF1ByWords } from "../../src/grade/micro-f1-by-words.ts";
import { WordCodes } from "../../src/grade/word-codes.ts";
import { microF1 } from "../../src/metrics/micro-f1.ts";

const grade = microF1ByWords({ id: "id", target: "labels" });
const table = (cells: readonly string[]) =>
  parseCsv(Buffer.from(`id,labels\n${cells.map((cell, row) => `${row},"${cell}"\n`).join("")}`));
const score = (truth: readonly string[], prediction: readonly string[]): number =>
  grade(table(prediction), table(truth));

describe("microF1ByWords", () => {
  test("counts a repeated label once and an unknown one not at all", () => {
    expect(score(["a b", "c"], ["b a a", "c zzz"])).toBe(1);
    expect(score(["a b", "c"], ["a", "a c"])).toBe(2 / 3);
  });

  test("takes empty cells for empty sets, also when the whole column is empty", () => {
    expect(score(["a", "b"], ["a", ""])).toBe(2 / 3);
    expect(score(["a", "b"], ["", ""])).toBe(0);
  });

  test("splits at the blanks that Python knows", () => {
    expect(score(["é x", "y"], ["é\u00a0x", "\u2003y\x1f"])).toBe(1);
    expect(score(["é x", "y"], ["é\u200bx", "y"])).toBe(0.5);
  });

  test("agrees with the metric on random sets", () => {
    const random = (row: number, salt: number) =>
      Array.from({ length: (row * 7 + salt) % 5 }, (_, word) => `w${(row * 31 + word * 17 + salt) % 900}ß`);
    const truth = Array.from({ length: 3000 }, (_, row) => random(row, 1));
    const prediction = Array.from({ length: 3000 }, (_, row) => random(row, row % 3));
    const texts = (sets: readonly string[][]) => sets.map((set) => set.join(" "));
    expect(score(texts(truth), texts(prediction))).toBe(microF1(truth, prediction));
  });

  test.each([
    ["only numbers", ["1", "2"], /row 1 holds 1\./],
    ["numbers with a gap", ["", "2"], /row 2 holds 2\.0/],
    ["booleans", ["True", "False"], /row 1 holds True/],
  ])("refuses a column of %s", (_, prediction, reason) => {
    expect(() => score(["a", "b"], prediction)).toThrow(reason);
  });
});

describe("WordCodes", () => {
  test("numbers words as they come and knows them again", () => {
    const words = new WordCodes();
    const column = table(["b a", "", " a  b c "]).column("labels");
    expect(words.encode(column, { add: true })).toEqual({
      codes: Int32Array.of(0, 1, 1, 0, 2),
      ends: Uint32Array.of(2, 2, 5),
    });
    expect([...words.encode(table(["c d", "b"]).column("labels"), { add: false }).codes]).toEqual([2, -1, 0]);
    expect(words.size).toBe(3);
  });

  test("grows with the words", () => {
    const words = new WordCodes();
    const many = Array.from({ length: 5000 }, (_, word) => `word-${word}-${"x".repeat(word % 40)}`);
    const column = table([many.join(" "), many.toReversed().join(" ")]).column("labels");
    const { codes } = words.encode(column, { add: true });
    expect(words.size).toBe(5000);
    expect([...codes.subarray(0, 5000)]).toEqual([...many.keys()]);
    expect(codes[5000]).toBe(4999);
  });
});
