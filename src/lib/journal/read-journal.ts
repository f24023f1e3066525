import { closeSync, openSync, readFileSync } from "node:fs";
import { hasCode } from "../error-code.ts";
import { sha256 } from "../hashing.ts";
import { beginning, type JournalLine } from "./journal.ts";
import { parseLines } from "./journal-tail.ts";
import { lastLine } from "./line-file.ts";

/** The last complete line of a journal; null when there is none. Reads only the end of the file. */
export function readLastEvent<Event>(path: string): JournalLine<Event> | null {
  const last = readLastLine(path);
  return last === null ? null : (JSON.parse(last) as JournalLine<Event>);
}

/** The hash of a journal's last line, without checking the others. */
export function readHead(path: string): string {
  const last = readLastLine(path);
  return last === null ? beginning : sha256(last);
}

function readLastLine(path: string): string | null {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
  try {
    return lastLine(file).last;
  } finally {
    closeSync(file);
  }
}

/**
 * Every complete line of a journal; none when there is no journal. Does not check the chain: see `checkJournal`.
 *
 * @throws BenchError when a line is not JSON.
 */
export function readJournal<Event>(path: string): JournalLine<Event>[] {
  return parseLines(path, readLines(path));
}

/** What is wrong with a journal's chain, and the hash of its last line. */
export function checkJournal(path: string): {
  readonly problem: string | null;
  readonly head: string;
  readonly lines: number;
} {
  let head = beginning;
  const lines = readLines(path);
  for (const [index, line] of lines.entries()) {
    const problem = wrongLink(line, index, head);
    if (problem !== null) return { problem: `line ${index + 1}: ${problem}`, head, lines: lines.length };
    head = sha256(line);
  }
  return { problem: null, head, lines: lines.length };
}

function wrongLink(line: string, seq: number, previous: string): string | null {
  try {
    const read = JSON.parse(line) as { seq?: unknown; previous?: unknown };
    if (read.previous !== previous) return "it does not match the line before: one of the two was changed";
    return read.seq === seq ? null : `it has the number ${String(read.seq)} instead of ${seq}`;
  } catch {
    return "it is not JSON";
  }
}

function readLines(path: string): string[] {
  try {
    const lines = readFileSync(path, "utf8").split("\n");
    // The rest after the last newline is empty, or a torn line.
    lines.pop();
    return lines;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return [];
    throw error;
  }
}
