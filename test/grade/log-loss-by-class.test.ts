import { describe, expect, test } from "vitest";
import { parseCsv } from "../../src/frame/read-csv.ts";
import { isCloseToOne, logLossByClass } from "../../src/grade/log-loss-by-class.ts";

const grade = logLossByClass({ id: "id" });
const answers = parseCsv(Buffer.from("id,x,y\nb,0,1\na,1,0\n"));
const score = (text: string): number => grade(parseCsv(Buffer.from(text)), answers);

describe("logLossByClass", () => {
  test("aligns rows by id and columns by name, and ignores other columns", () => {
    expect(score("y,note,id,x\n0.25,,a,0.75\n0.5,,b,0.5\n")).toBe(-(Math.log(0.75) + Math.log(0.5)) / 2);
  });

  test("accepts booleans and integers as certainties", () => {
    expect(score("id,x,y\na,True,0\nb,False,1\n")).toBe(2.2204460492503136e-16);
  });

  test("lets a competition say which sums are close enough, and whether booleans stand beside numbers", () => {
    const seen: [number, boolean][] = [];
    const strict = logLossByClass({ id: "id", classes: ["x"], sumsToOne: (sum, mixed) => seen.push([sum, mixed]) > 0 });
    strict(parseCsv(Buffer.from("id,x,y\na,True,0\nb,False,1\n")), answers);
    logLossByClass({ id: "id", sumsToOne: (sum, mixed) => seen.push([sum, mixed]) > 0 })(
      parseCsv(Buffer.from("id,x,y\na,True,0\nb,False,1\n")),
      answers,
    );
    expect(seen).toEqual([
      [1, false],
      [0, false],
      [1, true],
      [1, true],
    ]);
  });

  test.each([
    ["a missing class", "id,x\na,1\nb,0\n", /"y" is missing/],
    ["another number of rows", "id,x,y\na,1,0\n", /has 1 row, expected 2/],
    ["text", "id,x,y\na,1,0\nb,0,one\n", /"y".*row 2 holds "one"/],
    ["a negative number", "id,x,y\na,1.5,-0.5\nb,0,1\n", /holds 1.5 in row 1/],
    ["a sum that is not 1", "id,x,y\na,1,0\nb,0.5,0.25\n", /row 2 sum to 0.75/],
    ["an unknown id", "id,x,y\na,1,0\nc,0,1\n", /is "c"/],
  ])("refuses %s", (_, text, reason) => {
    expect(() => score(text)).toThrow(reason);
  });
});

describe("isCloseToOne", () => {
  test("adds numpy's relative tolerance to the absolute one", () => {
    expect(isCloseToOne(1 + 1.09e-5)).toBe(true);
    expect(isCloseToOne(1 - 1.11e-5)).toBe(false);
    expect(isCloseToOne(Number.NaN)).toBe(false);
  });
});
