import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readLastError } from "../../../src/runs/state/last-error.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();

function lastErrorOf(text: string): string | null {
  writeFileSync(place("output.log"), text);
  return readLastError(place("output.log"));
}

const traceback = (error: string) =>
  `Traceback (most recent call last):\n  File "main.py", line 3, in <module>\n    fit()\n    ^^^^^\n${error}\n`;

describe("readLastError", () => {
  test("finds the last line of the last traceback, whatever follows it", () => {
    const first = traceback("KeyError: 'a'");
    const again = "\nDuring handling of the above exception, another exception occurred:\n\n";
    expect(lastErrorOf(`epoch 1\n${first}${again}${traceback("ValueError: b")}exit status 1\n`)).toBe("ValueError: b");
    expect(lastErrorOf(traceback("ValueError: a\n  + more"))).toBe("ValueError: a");
    expect(lastErrorOf(`${"x".repeat(100_000)}\n${traceback("\x1b[31mMemoryError\x1b[0m")}`)).toBe("MemoryError");
  });

  test("finds the message of a Node program's last stack", () => {
    const stack = "    at main (file:///home/agent/main.js:3:9)\n    at node:internal/main:1:1\n";
    expect(lastErrorOf(`throw new Error()\n^\n\nError: no data\n${stack}\nNode.js v20.19.0\n`)).toBe("Error: no data");
  });

  test("is the last line of any other log, and nothing where nothing was printed", () => {
    expect(lastErrorOf("one\r 50 %\r100 %\n\n")).toBe("100 %");
    expect(lastErrorOf("\n")).toBe(null);
    expect(readLastError(place("absent", "output.log"))).toBe(null);
  });
});
