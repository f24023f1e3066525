import { isUtf8 } from "node:buffer";

const [quote, backslash, letterU] = [0x22, 0x5c, 0x75];
const shortEscapes = new Map(
  Array.from('"\\/bfnrt', (letter, i) => [letter.charCodeAt(0), '"\\/\b\f\n\r\t'[i]!] as const),
);
const cacheSize = 4096;
const longestCached = 64;

/** Reads the text between two double quotes. After a call, `position` is past the closing quote or at the `problem`. */
export class JsonText {
  position = 0;
  problem = "";
  readonly #encoding: "utf8" | "latin1";
  // Keys repeat endlessly: finding them here spares making, and keeping, a new text for each.
  readonly #cache: string[] = new Array(cacheSize).fill("");

  constructor(encoding: "utf8" | "latin1") {
    this.#encoding = encoding;
  }

  /** The text from `start`, just after the opening quote; `undefined` when it is malformed. */
  read(bytes: Buffer, start: number, end: number, isKey: boolean): string | undefined {
    let hash = 0;
    let seen = 0;
    for (let i = start; i < end; i++) {
      const byte = bytes[i]!;
      if (byte === quote) {
        this.position = i + 1;
        if (seen >= 0x80) return this.#decode(bytes, start, i);
        return isKey && i - start <= longestCached
          ? this.#cached(bytes, start, i, hash)
          : bytes.toString("latin1", start, i);
      }
      if (byte === backslash || byte < 0x20) return this.#readEscaped(bytes, start, i, end);
      hash = (Math.imul(hash, 31) + byte) | 0;
      seen |= byte;
    }
    return this.#fail(end, "no closing quote");
  }

  #decode(bytes: Buffer, start: number, end: number): string | undefined {
    if (this.#encoding === "latin1") return bytes.toString("latin1", start, end);
    const text = bytes.toString("utf8", start, end);
    // The decoder puts U+FFFD where bytes are wrong; only then is it worth asking whether they are.
    if (text.includes("\ufffd") && !isUtf8(bytes.subarray(start, end)))
      return this.#fail(start, "text that is not UTF-8");
    return text;
  }

  #cached(bytes: Buffer, start: number, end: number, hash: number): string {
    const slot = hash & (cacheSize - 1);
    const known = this.#cache[slot]!;
    if (known.length === end - start && isSame(known, bytes, start)) return known;
    const text = bytes.toString("latin1", start, end);
    this.#cache[slot] = text;
    return text;
  }

  #readEscaped(bytes: Buffer, start: number, firstSpecial: number, end: number): string | undefined {
    let text = "";
    let from = start;
    let i = firstSpecial;
    while (i < end) {
      const byte = bytes[i]!;
      if (byte < 0x20) return this.#fail(i, "a control character inside a text");
      if (byte !== quote && byte !== backslash) {
        i++;
        continue;
      }
      const plain = this.#decode(bytes, from, i);
      if (plain === undefined) return undefined;
      text += plain;
      if (byte === quote) {
        this.position = i + 1;
        return text;
      }
      const letter = i + 1 < end ? bytes[i + 1]! : 0;
      const escaped = letter === letterU ? unicodeEscape(bytes, i + 2, end) : shortEscapes.get(letter);
      if (escaped === undefined) return this.#fail(i, "an unknown escape");
      text += escaped;
      i += letter === letterU ? 6 : 2;
      from = i;
    }
    return this.#fail(end, "no closing quote");
  }

  #fail(position: number, problem: string): undefined {
    this.position = position;
    this.problem = problem;
  }
}

function isSame(text: string, bytes: Buffer, start: number): boolean {
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) !== bytes[start + i]) return false;
  }
  return true;
}

function unicodeEscape(bytes: Buffer, start: number, end: number): string | undefined {
  if (start + 4 > end) return undefined;
  let unit = 0;
  for (let i = start; i < start + 4; i++) {
    const digit = hexDigit(bytes[i]!);
    if (digit < 0) return undefined;
    unit = unit * 16 + digit;
  }
  return String.fromCharCode(unit);
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
