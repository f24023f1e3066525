import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { hasCode } from "../error-code.ts";
import { BenchError } from "../errors.ts";
import type { JournalLine } from "./journal.ts";

/**
 * Reads a journal as it grows: each call returns the complete lines since the last one. A line without its end is left for
 * a later call, so a torn line that is removed later is never returned. A call that finds nothing new costs one `stat`.
 */
export class JournalTail<Event> {
  readonly #path: string;
  #offset = 0;

  constructor(path: string) {
    this.#path = path;
  }

  read(): JournalLine<Event>[] {
    const size = statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0;
    if (size <= this.#offset) return [];
    const piece = readPiece(this.#path, this.#offset, size - this.#offset);
    const end = piece.lastIndexOf(10);
    if (end < 0) return [];
    this.#offset += end + 1;
    return parseLines<Event>(this.#path, piece.toString("utf8", 0, end).split("\n"));
  }
}

/**
 * The last complete lines of a journal, oldest first: at least back to one for which `isEnough` holds, or all of them.
 * Reads growing pieces from the end of the file. Empty when there is no journal.
 */
export function readLastLines<Event>(
  path: string,
  isEnough: (line: JournalLine<Event>) => boolean,
): JournalLine<Event>[] {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return [];
    throw error;
  }
  try {
    const { size } = fstatSync(file);
    for (let length = Math.min(size, 2048); ; length = Math.min(size, 8 * length)) {
      const lines = wholeLines<Event>(path, file, size - length, length);
      if (length === size || lines.some(isEnough)) return lines;
    }
  } finally {
    closeSync(file);
  }
}

/** The lines that begin and end in a part of the file. */
function wholeLines<Event>(path: string, file: number, start: number, length: number): JournalLine<Event>[] {
  const piece = Buffer.allocUnsafe(length);
  const text = piece.subarray(0, readSync(file, piece, 0, length, start));
  const first = start === 0 ? 0 : text.indexOf(10) + 1;
  const end = text.lastIndexOf(10);
  return end < first ? [] : parseLines(path, text.toString("utf8", first, end).split("\n"));
}

function readPiece(path: string, offset: number, length: number): Buffer {
  const file = openSync(path, "r");
  try {
    const piece = Buffer.allocUnsafe(length);
    return piece.subarray(0, readSync(file, piece, 0, length, offset));
  } finally {
    closeSync(file);
  }
}

/** @throws BenchError when one of them is not JSON. */
export function parseLines<Event>(path: string, lines: readonly string[]): JournalLine<Event>[] {
  try {
    return lines.map((line) => JSON.parse(line) as JournalLine<Event>);
  } catch (cause) {
    const advice = "The file was changed; `mlebench verify` shows where.";
    throw new BenchError("journal", `${path} holds a line that is not JSON: ${(cause as Error).message}. ${advice}`, {
      cause,
    });
  }
}
