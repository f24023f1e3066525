import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { TerminalFilter } from "../../src/cli/views/terminal-filter.ts";
import { plainText } from "../../src/lib/plain-text.ts";
import { readLastOutput } from "../../src/runs/state/last-output.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
const nasty =
  "\x1b[31mred\x1b[0m \x1b]0;title\x07a\x1b[2J\x1b[6nb\x1bP$q\x1b\\c\x1b(Bd\x9b31me\x07\x08\x1bcf é漢🙂\r\n\tg";

describe("TerminalFilter", () => {
  test("lets text and colours through, and nothing that controls the terminal, wherever it is cut", () => {
    const expected = "\x1b[31mred\x1b[0m abcd31mef é漢🙂\r\n\tg";
    const bytes = Buffer.from(nasty);
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const filter = new TerminalFilter();
      const shown = filter.push(bytes.subarray(0, cut)) + filter.push(bytes.subarray(cut)) + filter.end();
      expect(shown, `cut at ${cut}`).toBe(expected);
    }
  });

  test("does not wait for ever for the end of a sequence", () => {
    const filter = new TerminalFilter();
    expect(filter.push(Buffer.from(`\x1b]0;${"x".repeat(5000)}`))).toBe("");
    expect(filter.push(Buffer.from("after"))).toBe("after");
    expect(filter.end()).toBe("");
  });
});

describe("plainText", () => {
  test("keeps what can be read", () => {
    expect(plainText(nasty)).toBe("red abcdef é漢🙂\n\tg");
    expect(plainText("right\u202eto left\u2066\u200b")).toBe("rightto left");
    expect(plainText("cut \x1b[3")).toBe("cut ");
  });
});

describe("readLastOutput", () => {
  const last = (content: string | Buffer) => {
    writeFileSync(place("output.log"), content);
    return readLastOutput(place("output.log"));
  };

  test("is the last line that says something", () => {
    expect(last("one\ntwo\n\n \x1b[0m\n")).toBe("two");
    expect(last("10%\r20%\r\x1b[K30%")).toBe("30%");
    expect(last("")).toBe(null);
    expect(readLastOutput(place("nothing.log"))).toBe(null);
    expect(last("x".repeat(9000))).toBe("x".repeat(4096));
    expect(last(Buffer.from(`${"漢".repeat(3000)}\n`))).toBe("漢".repeat(1365));
  });
});
