import { expect, test } from "vitest";
import type { Sample } from "../../../../src/agents/baseline/reading/sample.ts";
import { forEachRawRow, quoteCell } from "../../../../src/agents/baseline/writing/raw-csv.ts";
import { writeCandidate } from "../../../../src/agents/baseline/writing/write-candidate.ts";
import { parseCsv } from "../../../../src/frame/read-csv.ts";

function cellsOf(text: string): string[][] {
  const bytes = Buffer.from(text);
  const rows: string[][] = [];
  forEachRawRow(bytes, (places) => {
    rows.push(
      Array.from({ length: places.length / 2 }, (_, cell) =>
        bytes.toString("utf8", places[2 * cell], places[2 * cell + 1]),
      ),
    );
  });
  return rows;
}

test("cells are found with their quotes, at every kind of line end", () => {
  expect(cellsOf('a,b\r\n"x, ""y""\n",2\r,\n\n3,"z"')).toEqual([
    ["a", "b"],
    ['"x, ""y""\n"', "2"],
    ["", ""],
    ["3", '"z"'],
  ]);
  expect(cellsOf("a,b\n1,")).toEqual([
    ["a", "b"],
    ["1", ""],
  ]);
  expect(cellsOf("")).toEqual([]);
});

test("as many rows are found as the reader finds", () => {
  for (const text of [
    'id,t\n1,say "hi"\n2,"a\n\nb"\n',
    "id,t\r\n\r\n1,x\r\n",
    "id\n1\n\n2\n",
    'id,t\n1,"a" b\n2,c\n',
  ]) {
    expect(cellsOf(text).length - 1).toBe(parseCsv(Buffer.from(text)).length);
  }
});

test("cells that need quotes get them", () => {
  expect(["plain", "a,b", 'say "hi"', "two\nlines"].map(quoteCell)).toEqual([
    "plain",
    '"a,b"',
    '"say ""hi"""',
    '"two\nlines"',
  ]);
});

test("a filled sample keeps all other bytes, and short rows become whole", () => {
  const bytes = Buffer.from('\ufeffid,y,note\n007,0,"a, b"\n8\n9,0,\n');
  const sample: Sample = { path: "sample_submission.csv", bytes, table: parseCsv(bytes) };
  const filled = writeCandidate(sample, new Map([["y", ["cat, dog", "1.5", null]]]));
  expect(filled.toString()).toBe('\ufeffid,y,note\n007,"cat, dog","a, b"\n8,1.5,\n9,0,\n');
});
