import { isUtf8 } from "node:buffer";
import { backslash, quote } from "./json-bytes.ts";

const cacheSize = 4096;
const longestCached = 64;

/** Reads a string between double quotes. After a call, `position` is after the closing quote or at the `problem`. */
export class JsonText {
  position = 0;
  problem = "";
  readonly #encoding: "utf8" | "latin1";
  // Keys repeat in every record: the cache saves making, and keeping, a new string each time.
  readonly #cache: string[] = new Array(cacheSize).fill("");

  constructor(encoding: "utf8" | "latin1") {
    this.#encoding = encoding;
  }

  /** The string from `start`, just after the opening quote; `undefined` if it is malformed. */
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
      if (byte === backslash) return this.#readEscaped(bytes, start, i, end);
      if (byte < 0x20) return this.#fail(i, "a control character inside a string");
      hash = (Math.imul(hash, 31) + byte) | 0;
      seen |= byte;
    }
    return this.#fail(end, "a closing quote is missing");
  }

  #decode(bytes: Buffer, start: number, end: number): string | undefined {
    if (this.#encoding === "latin1") return bytes.toString("latin1", start, end);
    const text = bytes.toString("utf8", start, end);
    // The decoder replaces wrong bytes with U+FFFD, so only texts that contain it need a check.
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

  /** Finds the closing quote and leaves the escapes to JSON.parse, which knows the same ones as Python. */
  #readEscaped(bytes: Buffer, start: number, firstEscape: number, end: number): string | undefined {
    let close = firstEscape;
    while (close < end && bytes[close] !== quote) close += bytes[close] === backslash ? 2 : 1;
    if (close >= end) return this.#fail(end, "a closing quote is missing");
    const text = this.#decode(bytes, start - 1, close + 1);
    if (text === undefined) return undefined;
    try {
      const unescaped = JSON.parse(text) as string;
      this.position = close + 1;
      return unescaped;
    } catch {
      return this.#fail(start, "an unknown escape or a control character inside the string");
    }
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
