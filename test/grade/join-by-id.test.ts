import { describe, expect, test } from "vitest";
import { asFloats } from "../../src/frame/as-floats.ts";
import { parseCsv } from "../../src/frame/read-csv.ts";
import { joinById } from "../../src/grade/join-by-id.ts";

const table = (text: string) => parseCsv(Buffer.from(text));
const join = (submission: string, answers: string) => {
  const joined = joinById(table(submission), table(answers), "id");
  return { truth: [...asFloats(joined.answers.column("x"))], prediction: [...asFloats(joined.submission.column("x"))] };
};

describe("joinById", () => {
  test("keeps the order of the answers", () => {
    expect(join("id,x\n1,10\n2,20\n3,30\n", "id,x\n3,3\n1,1\n2,2\n")).toEqual({
      truth: [3, 1, 2],
      prediction: [30, 10, 20],
    });
  });

  test("pairs an answer with every row that repeats its id, in file order", () => {
    expect(join("id,x\n2,20\n1,10\n2,21\n", "id,x\n2,2\n1,1\n")).toEqual({
      truth: [2, 2, 1],
      prediction: [20, 21, 10],
    });
  });

  test("refuses another set of ids", () => {
    expect(() => join("id,x\n1,1\n", "id,x\n1,1\n2,2\n")).toThrow(/missing/);
  });
});
