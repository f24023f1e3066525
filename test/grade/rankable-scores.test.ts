import { describe, expect, test } from "vitest";
import { parseCsv } from "../../src/frame/read-csv.ts";
import { rankableScores } from "../../src/grade/rankable-scores.ts";

const columns = (text: string) => {
  const frame = parseCsv(Buffer.from(text));
  return frame.names.map((name) => frame.column(name));
};
const values = (text: string) => rankableScores(columns(text)).map((column) => [...column.values]);

describe("rankableScores", () => {
  test("keeps neighbours beyond 2^53 apart while all columns are integers of one type", () => {
    expect(values("a,b\n9007199254740993,1\n9007199254740992,2\n9007199254740993,2\n")).toEqual([
      [1, 0, 1],
      [1, 2, 2],
    ]);
  });

  test("lets them tie as soon as one column is not", () => {
    expect(values("a,b\n9007199254740993,1\n9007199254740992,0.5\n")[0]).toEqual([2 ** 53, 2 ** 53]);
    expect(values("a,b\n9007199254740993,1\n9007199254740992,9223372036854775808\n")[0]).toEqual([2 ** 53, 2 ** 53]);
  });

  test("reads text as Python's float() and booleans as 0 and 1", () => {
    expect(values("a,b\n1_0,True\n٣,False\n")).toEqual([
      [10, 3],
      [1, 0],
    ]);
  });

  test("refuses gaps, words and infinities, naming column and row", () => {
    expect(() => values('a\n1\n""\n')).toThrow('Column "a" holds a gap in row 2');
    expect(() => values("a\n1\nhigh\n")).toThrow('"high" in row 2');
    expect(() => values("a\n1\ninf\n")).toThrow("an infinite value in row 2");
    expect(() => rankableScores(columns("a\n1\ninf\n"), (row) => `line ${row + 2}`)).toThrow("in line 3");
  });
});
