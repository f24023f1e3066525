import { describe, expect, test } from "vitest";
import { parseCsv } from "../../src/frame/read-csv.ts";
import { alignByIdSet } from "../../src/grade/align-by-id-set.ts";

const table = (text: string) => parseCsv(Buffer.from(text));
const answers = () => table("id,x\nb,2\na,1\n");
const align = (text: string) => alignByIdSet(table(text), answers(), "id");

describe("alignByIdSet", () => {
  test("sorts both tables by id", () => {
    const aligned = align("id,x\nb,20\na,10\n");
    expect(aligned.submission.column("x")).toMatchObject({ values: Float64Array.of(10, 20) });
    expect(aligned.answers.column("x")).toMatchObject({ values: Float64Array.of(1, 2) });
  });

  test("accepts repeated ids", () => {
    expect(align("id,x\nb,1\na,2\nb,3\n").submission.length).toBe(3);
  });

  test("names an unknown id of the submission", () => {
    expect(() => align("id,x\na,1\nz,2\n")).toThrow(/"z" is not among the expected ids/);
  });

  test("says how many ids are missing without naming them", () => {
    expect(() => align("id,x\na,1\n")).toThrow(/1 of the expected ids are missing/);
    expect(() => align("id,x\na,1\n")).not.toThrow(/"b"/);
  });
});
