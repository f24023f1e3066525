import { BenchError } from "../errors.ts";
import {
  backslash,
  closeBrace,
  closeBracket,
  colon,
  comma,
  isNumberByte,
  minus,
  openBrace,
  openBracket,
  quote,
  skipBlanks,
} from "./json-bytes.ts";
import { parseUjsonNumber } from "./parse-ujson-number.ts";
import { printUjson } from "./print-ujson.ts";

const [slash, letterU, zero] = [0x2f, 0x75, 0x30];
const hexDigits = Buffer.from("0123456789abcdef");
const notHex = 16;
const hexValues = Uint8Array.from({ length: 256 }, (_, byte) => {
  const digit = hexDigits.indexOf(byte >= 0x41 && byte <= 0x46 ? byte | 0x20 : byte);
  return digit < 0 ? notHex : digit;
});
/** 1 for the letters that may follow a backslash, except `u`. */
const isEscape = new Uint8Array(256);
for (const letter of Buffer.from('"\\/bfnrt')) isEscape[letter] = 1;
const words = ["null", "true", "false"].map((word) => Buffer.from(word));

/** 0 for the bytes of a string that are copied as they are, 1 for those that need a closer look. */
const isSpecial = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < 0x20 || byte >= 0x80 || byte === quote || byte === slash || byte === backslash ? 1 : 0,
);
/** What follows the backslash of each ASCII character; 0 if it needs no backslash. */
const escapeLetters = Uint8Array.from({ length: 128 }, (_, unit) => {
  const short: Readonly<Record<number, number>> = { 8: 0x62, 9: 0x74, 10: 0x6e, 12: 0x66, 13: 0x72 };
  return isSpecial[unit] === 0 ? 0 : unit < 0x20 ? (short[unit] ?? letterU) : unit;
});
/** The most bytes that one byte of a string can become: a control character turns into `\u0001`. */
const growth = 6;

/**
 * Rewrites JSON text as `pandas.read_json` followed by `DataFrame.to_json` would: no whitespace, `/` and everything
 * beyond ASCII escaped, numbers in pandas' form, the last value of a repeated key. Works byte by byte without making
 * values, many times as fast as parsing and printing. The text must be valid UTF-8.
 */
export class UjsonRewriter {
  /** The text rewritten so far is `output[0..length)`. Set `length` to 0 to start over. */
  output: Buffer = Buffer.allocUnsafeSlow(1 << 16);
  length = 0;
  #bytes: Buffer = Buffer.alloc(0);
  #end = 0;
  /** The positions in the output of the keys and values of all open objects: four for each member. */
  readonly #members: number[] = [];

  /** Rewrites the value that begins at `start` and returns the position after it. */
  value(bytes: Buffer, start: number, end: number): number {
    this.#bytes = bytes;
    this.#end = end;
    this.#members.length = 0;
    this.#reserve(growth * (end - start));
    return this.#value(skipBlanks(bytes, start, end));
  }

  #reserve(count: number): void {
    if (this.length + count <= this.output.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * this.output.length, this.length + count));
    this.output.copy(larger, 0, 0, this.length);
    this.output = larger;
  }

  #value(at: number): number {
    const byte = at < this.#end ? this.#bytes[at]! : -1;
    if (byte === quote) return this.#string(at);
    if (byte === openBrace) return this.#object(at);
    if (byte === openBracket) return this.#list(at);
    return this.#scalar(at);
  }

  #list(start: number): number {
    this.#put(openBracket);
    let at = this.#next(start + 1);
    while (this.#bytes[at] !== closeBracket) {
      at = this.#next(this.#value(at));
      if (this.#bytes[at] === closeBracket) break;
      if (this.#bytes[at] !== comma) throw this.#malformed(at);
      this.#put(comma);
      at = this.#next(at + 1);
      if (this.#bytes[at] === closeBracket) throw this.#malformed(at);
    }
    this.#put(closeBracket);
    return at + 1;
  }

  #object(start: number): number {
    this.#put(openBrace);
    const first = this.#members.length;
    let at = this.#next(start + 1);
    while (this.#bytes[at] !== closeBrace) {
      if (this.#members.length > first) this.#put(comma);
      const keyStart = this.length;
      if (this.#bytes[at] !== quote) throw this.#malformed(at);
      at = this.#next(this.#string(at));
      if (this.#bytes[at] !== colon) throw this.#malformed(at);
      const keyEnd = this.length;
      this.#put(colon);
      const valueStart = this.length;
      at = this.#next(this.#value(this.#next(at + 1)));
      this.#addMember(first, keyStart, keyEnd, valueStart);
      if (this.#bytes[at] === closeBrace) break;
      if (this.#bytes[at] !== comma) throw this.#malformed(at);
      at = this.#next(at + 1);
      if (this.#bytes[at] !== quote) throw this.#malformed(at);
    }
    this.#members.length = first;
    this.#put(closeBrace);
    return at + 1;
  }

  /** Registers a member just written; if its key exists already, its value replaces the old one. */
  #addMember(first: number, keyStart: number, keyEnd: number, valueStart: number): void {
    const members = this.#members;
    for (let member = first; member < members.length; member += 4) {
      if (!this.#isSameKey(members[member]!, members[member + 1]!, keyStart, keyEnd)) continue;
      const [from, to] = [members[member + 2]!, members[member + 3]!];
      const value = Buffer.from(this.output.subarray(valueStart, this.length));
      const rest = Buffer.from(this.output.subarray(to, keyStart - 1));
      value.copy(this.output, from);
      rest.copy(this.output, from + value.length);
      this.length = from + value.length + rest.length;
      const shift = value.length - (to - from);
      members[member + 3] = to + shift;
      for (let later = member + 4; later < members.length; later += 1) members[later]! += shift;
      return;
    }
    members.push(keyStart, keyEnd, valueStart, this.length);
  }

  #isSameKey(start: number, end: number, otherStart: number, otherEnd: number): boolean {
    if (end - start !== otherEnd - otherStart) return false;
    for (let at = start; at < end; at += 1) {
      if (this.output[at] !== this.output[otherStart + at - start]) return false;
    }
    return true;
  }

  #scalar(start: number): number {
    const bytes = this.#bytes;
    let at = start;
    if (bytes[at] === minus) at += 1;
    const digits = at;
    while (at < this.#end && isDigit(bytes[at]!)) at += 1;
    const count = at - digits;
    const isPlain = count > 0 && count <= 15 && (bytes[digits] !== zero || at - start === 1);
    if (isPlain && (at === this.#end || !isNumberByte(bytes[at]!))) {
      for (let digit = start; digit < at; digit += 1) this.#put(bytes[digit]!);
      return at;
    }
    for (const word of words) {
      if (bytes[start] !== word[0]) continue;
      if (word.compare(bytes, start, Math.min(start + word.length, this.#end)) === 0) {
        for (const letter of word) this.#put(letter);
        return start + word.length;
      }
    }
    while (at < this.#end && isNumberByte(bytes[at]!)) at += 1;
    const number = parseUjsonNumber(bytes.toString("latin1", start, at));
    if (number === undefined) throw this.#malformed(start);
    const text = printUjson(number);
    this.#reserve(text.length + growth * (this.#end - at));
    this.length += this.output.write(text, this.length, "latin1");
    return at;
  }

  #string(start: number): number {
    const bytes = this.#bytes;
    const end = this.#end;
    // Upstream: the first half of a surrogate pair waits for the second, however much text is in between.
    let firstHalf = 0;
    this.#put(quote);
    let at = start + 1;
    for (;;) {
      const { output } = this;
      let { length } = this;
      while (at < end && isSpecial[bytes[at]!] === 0) output[length++] = bytes[at++]!;
      this.length = length;
      if (at >= end) throw this.#malformed(at);
      const byte = bytes[at]!;
      if (byte === quote) break;
      if (byte >= 0x80) at = this.#beyondAscii(at);
      else if (byte !== backslash) {
        this.#unit(byte);
        at += 1;
      } else if (bytes[at + 1] === letterU) {
        const unit = this.#hexUnit(at + 2);
        at += 6;
        if (firstHalf === 0 && (unit & 0xfc00) === 0xd800) firstHalf = unit;
        else {
          if (firstHalf !== 0) this.#unit(firstHalf);
          this.#unit(unit);
          firstHalf = 0;
        }
      } else {
        if (at + 1 >= end || isEscape[bytes[at + 1]!] === 0) throw this.#malformed(at);
        this.#put(backslash);
        this.#put(bytes[at + 1]!);
        at += 2;
      }
    }
    this.#put(quote);
    return at + 1;
  }

  #hexUnit(at: number): number {
    const bytes = this.#bytes;
    let unit = 0;
    for (let next = at; next < at + 4; next += 1) {
      const digit = next < this.#end ? hexValues[bytes[next]!]! : notHex;
      if (digit === notHex) throw this.#malformed(next);
      unit = unit * 16 + digit;
    }
    return unit;
  }

  /** Rewrites one character of two to four bytes; returns the position after it. */
  #beyondAscii(at: number): number {
    const bytes = this.#bytes;
    const lead = bytes[at]!;
    const size = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    let codePoint = lead & (0xff >> (size + 1));
    for (let next = at + 1; next < at + size; next += 1) codePoint = (codePoint << 6) | (bytes[next]! & 0x3f);
    if (codePoint < 0x10000) this.#unit(codePoint);
    else {
      this.#unit(0xd800 + ((codePoint - 0x10000) >> 10));
      this.#unit(0xdc00 + (codePoint & 0x3ff));
    }
    return at + size;
  }

  /** Writes one UTF-16 unit of a string, escaped if necessary. */
  #unit(unit: number): void {
    const { output } = this;
    let { length } = this;
    const letter = unit < 0x80 ? escapeLetters[unit]! : letterU;
    if (letter !== 0) output[length++] = backslash;
    output[length++] = letter === 0 ? unit : letter;
    if (letter === letterU) {
      output[length++] = hexDigits[unit >> 12]!;
      output[length++] = hexDigits[(unit >> 8) & 15]!;
      output[length++] = hexDigits[(unit >> 4) & 15]!;
      output[length++] = hexDigits[unit & 15]!;
    }
    this.length = length;
  }

  #put(byte: number): void {
    this.output[this.length++] = byte;
  }

  #next(at: number): number {
    return skipBlanks(this.#bytes, at, this.#end);
  }

  #malformed(at: number): BenchError {
    return new BenchError("malformed-json", `Malformed JSON at byte ${at}.`);
  }
}

function isDigit(byte: number): boolean {
  return byte >= zero && byte <= 0x39;
}
