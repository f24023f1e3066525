import { plainText } from "../../lib/plain-text.ts";
import { readEnd } from "./last-output.ts";

/** Enough for a traceback and what is printed after it. */
const readBytes = 1 << 16;

/**
 * The line of an agent's log that says what went wrong: the last line of its last Python traceback, the message above the last
 * stack of a Node program, otherwise the last line. Null when the log is empty.
 */
export function readLastError(path: string): string | null {
  const lines = readEnd(path, readBytes)
    .split(/[\r\n]+/)
    .map((line) => plainText(line).replaceAll("\t", "    ").trimEnd())
    .filter((line) => line !== "");
  return (pythonError(lines) ?? nodeError(lines) ?? lines.at(-1) ?? null)?.trim() ?? null;
}

function pythonError(lines: readonly string[]): string | undefined {
  const start = lines.findLastIndex((line) => line.trimStart().startsWith("Traceback (most recent call last):"));
  if (start < 0) return undefined;
  const indent = lines[start]!.indexOf("Traceback");
  return lines.slice(start + 1).find((line) => line.search(/\S/) <= indent);
}

function nodeError(lines: readonly string[]): string | undefined {
  const last = lines.findLastIndex((line) => /^ +at .*:\d+:\d+\)?/.test(line));
  const message = lines.slice(0, Math.max(0, last)).findLastIndex((line) => !/^ +at /.test(line));
  return last < 0 ? undefined : lines[message];
}
