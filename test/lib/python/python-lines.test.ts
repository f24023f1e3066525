import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { LineSplitter } from "../../../src/lib/files/line-splitter.ts";
import { readLines } from "../../../src/lib/python/python-lines.ts";

const folder = mkdtempSync(join(tmpdir(), "lines-"));
afterAll(() => rmSync(folder, { recursive: true }));

function file(content: string | Uint8Array): string {
  const path = join(folder, "text.txt");
  writeFileSync(path, content);
  return path;
}

const mixed = "one\ntwo\r\nthree\rfour\r\r\n\nfive é\u2028\x0b\x85six\rend";
const mixedLines = ["one", "two", "three", "four", "", "", "five é\u2028\x0b\x85six", "end"];

describe("readLines", () => {
  test("ends lines at every kind of line end and nowhere else", () => {
    expect(Array.from(readLines(file(mixed)))).toEqual(mixedLines);
  });

  test("keeps line ends as Python's text mode gives them", () => {
    expect(Array.from(readLines(file("a\r\nb\rc\nd"), { keepEnds: true }))).toEqual(["a\n", "b\n", "c\n", "d"]);
    expect(Array.from(readLines(file("a\n\r"), { keepEnds: true }))).toEqual(["a\n", "\n"]);
  });

  test("finds no line in an empty file and none after the last line end", () => {
    expect(Array.from(readLines(file("")))).toEqual([]);
    expect(Array.from(readLines(file("a\n")))).toEqual(["a"]);
    expect(Array.from(readLines(file("a\r")))).toEqual(["a"]);
  });

  test("reads files of many chunks and lines longer than one", () => {
    const lines = Array.from({ length: 200_000 }, (_, i) => `line ${i} é`);
    lines[77] = "x".repeat(5_000_000);
    expect(Array.from(readLines(file(lines.join("\r\n"))))).toEqual(lines);
  });

  test("reads Latin-1 if asked to and refuses bytes that are not UTF-8", () => {
    const path = file(Buffer.from([0x61, 0xe9, 0x0a]));
    expect(Array.from(readLines(path, { encoding: "latin1" }))).toEqual(["aé"]);
    expect(() => Array.from(readLines(path))).toThrow("Not UTF-8");
    expect(Array.from(readLines(file("\ufffd\n\ufeffx")))).toEqual(["\ufffd", "\ufeffx"]);
  });
});

describe("LineSplitter", () => {
  test("gives the same lines wherever chunks end", () => {
    const bytes = Buffer.from(mixed);
    for (let size = 1; size <= bytes.length; size++) {
      const splitter = new LineSplitter((line, start, end) => line.toString("utf8", start, end));
      const lines: string[] = [];
      for (let start = 0; start < bytes.length; start += size)
        lines.push(...splitter.push(bytes.subarray(start, start + size)));
      expect([...lines, ...splitter.end()], `chunks of ${size}`).toEqual(mixedLines);
    }
  });
});
