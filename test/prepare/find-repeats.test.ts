import { expect, test } from "vitest";
import { RepeatFinder } from "../../src/prepare/find-repeats.ts";

/** Texts that occur again, as the two passes find them. */
function repeats(texts: readonly string[]): string[] {
  const finder = new RepeatFinder();
  const cells = texts.map((text) => Buffer.from(text));
  for (const cell of cells) finder.add(cell, 0, cell.length);
  if (!finder.hasSuspects()) return [];
  return texts.filter((_, index) => finder.confirm(cells[index]!, 0, cells[index]!.length));
}

test("many different texts have no repeats", () => {
  expect(repeats(Array.from({ length: 300_000 }, (_, index) => `2009-06-15 17:26:21.${index}`))).toEqual([]);
});

test("every further occurrence of a text is one repeat", () => {
  expect(repeats(["a", "b", "a", "", "b", "a", ""])).toEqual(["a", "b", "a", ""]);
});
