import { BenchError } from "../errors.ts";
import {
  backslash,
  closeBrace,
  closeBracket,
  colon,
  comma,
  openBrace,
  openBracket,
  quote,
  skipBlanks,
} from "./json-bytes.ts";

/**
 * Some members of the JSON object in `bytes[start..end)`, each as the text of its value; the last one if a key repeats.
 * Other members are neither decoded nor checked, so picking two small members out of a large record costs little more
 * than searching its bytes. Keys written with escapes are not found.
 */
export function findMembers(bytes: Buffer, start: number, end: number, names: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  let at = skipBlanks(bytes, start, end);
  if (at >= end || bytes[at] !== openBrace) throw malformed(at - start);
  at = skipBlanks(bytes, at + 1, end);
  while (at < end && bytes[at] === quote) {
    const keyEnd = skipString(bytes, at, end);
    const key = bytes.toString("utf8", at + 1, keyEnd - 1);
    at = skipBlanks(bytes, keyEnd, end);
    if (at >= end || bytes[at] !== colon) throw malformed(at - start);
    const valueStart = skipBlanks(bytes, at + 1, end);
    at = skipValue(bytes, valueStart, end);
    if (names.includes(key)) found.set(key, bytes.toString("utf8", valueStart, at));
    at = skipBlanks(bytes, at, end);
    if (bytes[at] === comma) at = skipBlanks(bytes, at + 1, end);
  }
  if (at >= end || bytes[at] !== closeBrace) throw malformed(at - start);
  return found;
}

function malformed(position: number): BenchError {
  return new BenchError("malformed-json", `Malformed JSON object near byte ${position}.`);
}

/** The position after the string whose opening quote is at `from`. */
function skipString(bytes: Buffer, from: number, end: number): number {
  for (let at = bytes.indexOf(quote, from + 1); at >= 0 && at < end; at = bytes.indexOf(quote, at + 1)) {
    let slashes = 0;
    while (bytes[at - 1 - slashes] === backslash) slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
  throw malformed(end);
}

/** The position after the value that starts at `from`. */
function skipValue(bytes: Buffer, from: number, end: number): number {
  let at = from;
  let depth = 0;
  while (at < end) {
    const byte = bytes[at]!;
    if (byte === quote) {
      at = skipString(bytes, at, end);
      if (depth === 0) return at;
      continue;
    }
    if (byte === openBrace || byte === openBracket) depth += 1;
    else if (byte === closeBrace || byte === closeBracket) {
      if (depth === 0) return at;
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (depth === 0 && (byte === comma || byte <= 0x20)) return at;
    at += 1;
  }
  return at;
}
