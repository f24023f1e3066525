import { describe, expect, test } from "vitest";
import { parseCsv } from "../../src/frame/read-csv.ts";
import { aucByColumn } from "../../src/grade/auc-by-column.ts";

const grade = aucByColumn({ id: "id", target: "p" });
const answers = parseCsv(Buffer.from("id,p\na,0\nb,1\nc,0\nd,1\n"));
const score = (text: string): number => grade(parseCsv(Buffer.from(text)), answers);

describe("aucByColumn", () => {
  test("aligns rows by id and ignores other columns", () => {
    expect(score("p,note,id\n0.9,x,d\n0.3,y,b\n0.4,z,a\n0.1,,c\n")).toBe(0.75);
  });

  test("counts booleans as 0 and 1", () => {
    expect(score("id,p\na,False\nb,True\nc,False\nd,False\n")).toBe(0.75);
  });

  test.each([
    ["a missing column", "id,q\na,1\nb,1\nc,1\nd,1\n", /"p" is missing/],
    ["another number of rows", "id,p\na,1\n", /has 1 row, expected 4/],
    ["text", "id,p\na,1\nb,high\nc,1\nd,1\n", /row 2 holds "high"/],
    ["a gap", "id,p\na,1\nb,\nc,1\nd,1\n", /gap .* row 2/],
    ["a value above 1", "id,p\na,1\nb,0\nc,1.5\nd,1\n", /holds 1.5 in row 3, expected a probability/],
    ["a value below 0", "id,p\na,-0.1\nb,0\nc,1\nd,1\n", /holds -0.1 in row 1/],
    ["an infinity", "id,p\na,inf\nb,0\nc,1\nd,1\n", /infinite value in row 1/],
    ["booleans with a gap", "id,p\na,True\nb,\nc,True\nd,True\n", /mixes true\/false/],
    ["an unknown id", "id,p\na,1\nb,1\nc,1\nx,1\n", /is "x"/],
  ])("refuses %s", (_, text, reason) => {
    expect(() => score(text)).toThrow(reason);
  });
});
