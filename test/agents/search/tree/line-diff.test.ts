import { expect, test } from "vitest";
import { diffLines } from "../../../../src/agents/search/tree/line-diff.ts";

const signs = { same: " ", removed: "-", added: "+", gap: "@" } as const;
const shown = (before: string, after: string) => diffLines(before, after).map(({ kind, text }) => signs[kind] + text);

test("shows what was removed and added, with three lines around it", () => {
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`);
  const changed = lines.with(10, "other").toSpliced(0, 1);
  expect(shown(lines.join("\n"), changed.join("\n"))).toEqual([
    ...["-line 0", " line 1", " line 2", " line 3", "@"],
    ...[" line 7", " line 8", " line 9", "-line 10", "+other", " line 11", " line 12", " line 13"],
  ]);
});

test("texts that are the same have no difference, and a missing one is all of the other", () => {
  expect(shown("a\nb\n", "a\nb\n")).toEqual([]);
  expect(shown("", "a\n\n")).toEqual(["+a", "+"]);
  expect(shown("a\nb", "")).toEqual(["-a", "-b"]);
});

test("finds the fewest changes", () => {
  expect(shown("a\nb\nc\nd\ne", "a\nx\nc\ny\ne")).toEqual([" a", "-b", "+x", " c", "-d", "+y", " e"]);
});

test("large texts with nothing in common are shown as removed and added", () => {
  const text = (word: string) => Array.from({ length: 3000 }, (_, index) => `${word} ${index}`).join("\n");
  const lines = diffLines(text("old"), text("new"));
  expect(lines).toHaveLength(6000);
  expect(lines[2999]).toEqual({ kind: "removed", text: "old 2999" });
});
