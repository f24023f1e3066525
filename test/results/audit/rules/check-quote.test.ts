import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findQuote } from "../../../../src/results/audit/rules/check-quote.ts";
import { chunksOfRun } from "../../../../src/results/audit/rules/chunks.ts";
import { temporaryDirectory } from "../../../support/temporary-directory.ts";

const place = temporaryDirectory();
const chunk = [
  { file: "code/a.py", firstLine: 10, text: "import os\n\n  x = read(\n\t'labels.csv' )\nprint(x)" },
  { file: "code/b.py", firstLine: 1, text: "hid\u200bden(' text')" },
];

test("a quote counts whatever its white space, in the file it names, and has a line", () => {
  expect(findQuote(chunk, "code/a.py", "x = read( 'labels.csv' )")).toEqual({ line: 12 });
  expect(findQuote(chunk, "code/a.py", "  'labels.csv'\n)\nprint(x)")).toEqual({ line: 13 });
  expect(findQuote(chunk, "code/b.py", "hidden(' text')")).toEqual({ line: 1 });
});

test("a quote that is changed, elsewhere or next to nothing does not count", () => {
  for (const quote of ["x = read('labels.csv')", "X = READ( 'labels.csv' )", "x = read", "", "   "]) {
    expect(findQuote(chunk, "code/a.py", quote), quote).toBeNull();
  }
  expect(findQuote(chunk, "code/b.py", "x = read( 'labels.csv' )")).toBeNull();
});

test("every line of logs and programs is in a chunk, with its number; of long files the beginning and the end", async () => {
  const folder = place("run");
  mkdirSync(join(folder, "code"), { recursive: true });
  const lines = Array.from({ length: 3000 }, (_, index) => `line ${index + 1} of the program`);
  writeFileSync(join(folder, "code", "main.py"), lines.join("\n"));
  const log = Array.from({ length: 60_000 }, (_, index) => `step ${index + 1}`).join("\n");
  writeFileSync(join(folder, "output.log"), log);
  writeFileSync(join(folder, "code", "model.bin"), "\0\x01");
  const { chunks, files, leftOut } = await chunksOfRun(folder, (text) => text.replaceAll("line 77 ", "*** "));
  expect(files).toBe(2);
  expect(leftOut).toBe(log.length - 200_000);
  for (const number of [1, 1500, 3000]) {
    const quote = `line ${number} of the program`;
    expect(chunks.map((each) => findQuote(each, "code/main.py", quote)?.line)).toContain(number);
  }
  expect(chunks.some((each) => findQuote(each, "code/main.py", "line 77 of the program"))).toBe(false);
  for (const number of [1, 60_000]) {
    const found = chunks.map((each) =>
      each.find(({ file, text }) => file === "output.log" && text.split("\n").includes(`step ${number}`)),
    );
    const piece = found.find((each) => each !== undefined)!;
    expect(piece.firstLine + piece.text.split("\n").indexOf(`step ${number}`)).toBe(number);
  }
  for (const each of chunks) expect(each.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(20_500);
});
