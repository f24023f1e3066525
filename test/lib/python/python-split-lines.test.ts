import { expect, test } from "vitest";
import { splitLines } from "../../../src/lib/python/python-split-lines.ts";

test("lines end where Python's splitlines ends them", () => {
  expect(splitLines("a\nb\r\nc\rd\ve\ff\x1cg\x1dh\x1ei\x85j\u2028k\u2029l")).toEqual([..."abcdefghijkl"]);
  expect(splitLines("a\x1fb\u200bc")).toEqual(["a\x1fb\u200bc"]);
});

test("a line end at the end begins no further line; empty lines in between count", () => {
  expect(splitLines("")).toEqual([]);
  expect(splitLines("a\n")).toEqual(["a"]);
  expect(splitLines("\n\na\n\n")).toEqual(["", "", "a", ""]);
});
