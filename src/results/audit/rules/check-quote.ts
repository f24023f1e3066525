import { plainText } from "../../../lib/plain-text.ts";
import type { Chunk } from "./chunks.ts";

/** Shorter quotes are found anywhere. */
const shortestQuote = 8;

/** Where a quote is in the chunk's part of a file, whatever its white space; null if it is not there. */
export function findQuote(chunk: Chunk, file: string, quote: string): { readonly line: number } | null {
  const wanted = normalise(quote);
  if (wanted.replaceAll(" ", "").length < shortestQuote) return null;
  for (const piece of chunk) {
    if (piece.file !== file) continue;
    const line = lineOf(piece.text, wanted);
    if (line !== null) return { line: piece.firstLine + line };
  }
  return null;
}

/** What a terminal would not show is not expected in a quote. */
function normalise(text: string): string {
  return plainText(text).replaceAll(/\s+/g, " ").trim();
}

/** The line, from 0, in which a normalised quote begins. */
function lineOf(text: string, wanted: string): number | null {
  const at = normalise(text).indexOf(wanted);
  if (at < 0) return null;
  let length = 0;
  for (const [index, line] of text.split("\n").entries()) {
    const { length: own } = normalise(line);
    if (own === 0) continue;
    // Lines are joined by one space.
    length += own + (length === 0 ? 0 : 1);
    if (length > at) return index;
  }
  return null;
}
