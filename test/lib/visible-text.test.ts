import { describe, expect, test } from "vitest";
import { visibleJson, visibleText } from "../../src/lib/visible-text.ts";

describe("visibleText", () => {
  test("shows what a terminal would obey, and leaves all other text alone", () => {
    const plain = "plain text,\twith a tab\nand lines: äöü 漢字 🙂 \u0301";
    expect(visibleText(plain)).toBe(plain);
    expect(visibleText("\x1b]0;title\x07 \r\x9b2J \u202egnp.exe \u2066 \ufeff \x7f")).toBe(
      "\\x1b]0;title\\x07 \\x0d\\x9b2J \\u202egnp.exe \\u2066 \\ufeff \\x7f",
    );
    expect(visibleText("\u{e0041}\ud800")).toBe("\\u{e0041}\\ud800");
  });
});

describe("visibleJson", () => {
  test("keeps the value", () => {
    const value = { "\x1b[2J": ["\u202e\u{e0041}", "\x9b\x7f\u2028", "漢字 🙂"] };
    const json = visibleJson(JSON.stringify(value));
    expect(json).toBe('{"\\u001b[2J":["\\u202e\\udb40\\udc41","\\u009b\\u007f\\u2028","漢字 🙂"]}');
    expect(JSON.parse(json)).toEqual(value);
  });
});
