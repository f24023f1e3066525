import { describe, expect, test } from "vitest";
import { parseCsv } from "../../src/frame/read-csv.ts";
import { meanPrecisionOfLists } from "../../src/grade/mean-precision-of-lists.ts";

const lists = (...cells: string[]) =>
  parseCsv(Buffer.from(`id,y\n${cells.map((cell, row) => `${row},${cell}\n`).join("")}`));
const score = (submission: string[], answers: string[], k = 5) =>
  meanPrecisionOfLists({ submission: lists(...submission), answers: lists(...answers) }, { target: "y", k });

describe("meanPrecisionOfLists", () => {
  test("scores a hit by its rank and ignores what comes after k entries", () => {
    expect(score(["a b", "b a"], ["a", "a"])).toBe(0.75);
    expect(score(["b c a"], ["a"], 2)).toBe(0);
  });

  test("lets a doubled blank take up a rank", () => {
    expect(score(["b  a"], ["a"])).toBe(1 / 3);
  });

  test("reads a column of single numbers as numbers, which a gap turns into decimals", () => {
    expect(score(["0012", "+7"], ["12", "7"])).toBe(1);
    expect(score(["12", ""], ["12", "7"])).toBe(0);
  });

  test("pairs rows up to the end of the shorter table", () => {
    expect(score(["a", "x", "x"], ["a"])).toBe(1);
  });
});
