import { createReadStream } from "node:fs";

/** A line in which something was found. Long ones are cut to the surroundings of what was found. */
export interface FoundLine {
  readonly text: string;
  /** Where in the text it was found. */
  readonly at: number;
  /** Where it was cut. The outer half of the surroundings may then hold half of a secret, and is not for showing. */
  readonly isCut: { readonly start: boolean; readonly end: boolean };
  /** Counts from 1. */
  readonly line: number;
}

/** How much of a long line is kept on both sides of what was found. */
export const surroundings = 400;
const pieceBytes = 1 << 20;

/** The lines of a file of any size that a pattern (with the flag `g`) matches. Keeps only a piece of the file in memory. */
export async function* scanFile(path: string, sieve: RegExp): AsyncGenerator<FoundLine> {
  let rest: Buffer = Buffer.alloc(0);
  let line = 1;
  for await (const chunk of createReadStream(path, { highWaterMark: pieceBytes }) as AsyncIterable<Buffer>) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = bytes.lastIndexOf(10) + 1;
    // A line without an end is looked at in pieces, which overlap.
    const isLong = end === 0 && bytes.length >= pieceBytes;
    const cut = isLong ? bytes.length - 4 * surroundings : end;
    if (cut > 0) {
      const text = bytes.toString("utf8", 0, isLong ? bytes.length : cut);
      yield* scanText(text, sieve, line);
      if (!isLong) line += countLines(text, 0, text.length);
    }
    rest = Buffer.from(bytes.subarray(cut));
  }
  yield* scanText(rest.toString("utf8"), sieve, line);
}

/** The same for a text. Its first line has the given number. */
export function* scanText(text: string, sieve: RegExp, firstLine = 1): Generator<FoundLine> {
  let [line, counted, from] = [firstLine, 0, 0];
  for (;;) {
    sieve.lastIndex = from;
    const match = sieve.exec(text);
    if (match === null) return;
    const matchEnd = match.index + Math.max(1, match[0].length);
    const lineStart = match.index === 0 ? 0 : text.lastIndexOf("\n", match.index - 1) + 1;
    const feed = text.indexOf("\n", match.index);
    const lineEnd = feed < 0 ? text.length : feed;
    const start = Math.max(lineStart, match.index - surroundings);
    const end = Math.max(matchEnd, Math.min(lineEnd, matchEnd + surroundings));
    line += countLines(text, counted, start);
    counted = start;
    const isCut = { start: start > lineStart, end: end < lineEnd };
    yield { text: text.slice(start, end), at: match.index - start, isCut, line };
    from = Math.max(end, matchEnd);
  }
}

function countLines(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", start); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
