import { describe, expect, test } from "vitest";
import { parseCsv } from "../../src/frame/read-csv.ts";
import { textAccuracyByColumn } from "../../src/grade/text-accuracy-by-column.ts";

const grade = textAccuracyByColumn({ id: "id", target: "after" });
const score = (submission: string, answers: string): number =>
  grade(parseCsv(Buffer.from(submission)), parseCsv(Buffer.from(answers)));

describe("textAccuracyByColumn", () => {
  test("compares texts exactly, in any script and with quotes", () => {
    const answers = 'id,after\n0,один\n1,"say ""два"""\n2,Three\n';
    expect(score('id,after\n2,three\n1,"say ""два"""\n0,один\n', answers)).toBe(2 / 3);
  });

  test("takes a gap for any word that pandas reads as missing", () => {
    expect(score("id,after\n0,\n1,b\n", "id,after\n0,NA\n1,b\n")).toBe(1);
  });

  test("compares a column of numbers as Python prints it", () => {
    expect(score("id,after\n0,7\n1,12\n", "id,after\n0,7\n1,twelve\n")).toBe(0.5);
    expect(score("id,after\n0,7.0\n1,12\n", "id,after\n0,7\n1,twelve\n")).toBe(0);
  });
});
