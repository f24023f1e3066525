import { expect, test } from "vitest";
import { compareCodePoints } from "../../src/lib/compare-code-points.ts";

test("texts are ordered as Python orders them", () => {
  const texts = ["b", "a", "", "\u{1f600}", "\uffff", "ab", "\ud7ff", "A"];
  expect(texts.sort(compareCodePoints)).toEqual(["", "A", "a", "ab", "b", "\ud7ff", "\uffff", "\u{1f600}"]);
});
