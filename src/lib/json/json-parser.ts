import { BenchError } from "../errors.ts";
import {
  closeBrace,
  closeBracket,
  colon,
  comma,
  isNumberByte,
  minus,
  openBrace,
  openBracket,
  quote,
} from "./json-bytes.ts";
import { JsonText } from "./json-text.ts";
import type { JsonObject, JsonValue } from "./json-value.ts";
import { parsePythonNumber } from "./python-number.ts";

/** How numbers and text are read. Default: Python's rules for numbers, and UTF-8. */
export interface JsonParserOptions {
  readonly encoding?: "utf8" | "latin1";
  /** Turns the text of a number (or `NaN`, `-Infinity`) into a value; `undefined` means that it is not a number. */
  readonly parseNumber?: (text: string) => JsonValue | undefined;
}

// Python's default recursion limit.
const maximumDepth = 1000;

/** Reads one JSON value from part of a buffer. Can be used again for the next value. */
export class JsonParser {
  readonly #parseNumber: (text: string) => JsonValue | undefined;
  readonly #text: JsonText;
  #bytes: Buffer = Buffer.alloc(0);
  #start = 0;
  #position = 0;
  #end = 0;
  #depth = 0;

  constructor({ encoding = "utf8", parseNumber = parsePythonNumber }: JsonParserOptions = {}) {
    this.#parseNumber = parseNumber;
    this.#text = new JsonText(encoding);
  }

  parse(bytes: Buffer, start: number, end: number): JsonValue {
    this.#bytes = bytes;
    this.#start = start;
    this.#position = start;
    this.#end = end;
    this.#depth = 0;
    const value = this.#value();
    if (this.#nextByte() !== -1) throw this.#error("text after the end of the value");
    return value;
  }

  /** The next byte that is not whitespace, without consuming it; -1 at the end. */
  #nextByte(): number {
    while (this.#position < this.#end) {
      const byte = this.#bytes[this.#position]!;
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return byte;
      this.#position++;
    }
    return -1;
  }

  #value(): JsonValue {
    switch (this.#nextByte()) {
      case quote:
        return this.#string(false);
      case openBrace:
        return this.#object();
      case openBracket:
        return this.#array();
      case 0x6e:
        return this.#literal("null", null);
      case 0x74:
        return this.#literal("true", true);
      case 0x66:
        return this.#literal("false", false);
      default:
        return this.#number();
    }
  }

  #literal<T>(word: string, value: T): T {
    for (let i = 0; i < word.length; i++) {
      if (this.#bytes[this.#position + i] !== word.charCodeAt(i)) throw this.#error("expected a value");
    }
    this.#position += word.length;
    if (this.#position > this.#end) throw this.#error("expected a value");
    return value;
  }

  #object(): JsonObject {
    this.#enter();
    const object: JsonObject = new Map();
    let next = this.#nextByte();
    while (next !== closeBrace) {
      if (next !== quote) throw this.#error("expected a key in double quotes");
      const key = this.#string(true);
      if (this.#nextByte() !== colon) throw this.#error("expected a colon after the key");
      this.#position++;
      object.set(key, this.#value());
      next = this.#nextByte();
      if (next === closeBrace) break;
      if (next !== comma) throw this.#error("expected a comma between two members");
      this.#position++;
      next = this.#nextByte();
      if (next === closeBrace) throw this.#error("a comma before the closing brace");
    }
    this.#leave();
    return object;
  }

  #array(): JsonValue[] {
    this.#enter();
    const array: JsonValue[] = [];
    let next = this.#nextByte();
    while (next !== closeBracket) {
      array.push(this.#value());
      next = this.#nextByte();
      if (next === closeBracket) break;
      if (next !== comma) throw this.#error("expected a comma between two elements");
      this.#position++;
    }
    this.#leave();
    return array;
  }

  #enter(): void {
    if (++this.#depth > maximumDepth) throw this.#error(`more than ${maximumDepth} levels of nesting`);
    this.#position++;
  }

  #leave(): void {
    this.#depth--;
    this.#position++;
  }

  #string(isKey: boolean): string {
    const text = this.#text.read(this.#bytes, this.#position + 1, this.#end, isKey);
    this.#position = this.#text.position;
    if (text === undefined) throw this.#error(this.#text.problem);
    return text;
  }

  #number(): JsonValue {
    const start = this.#position;
    const small = this.#smallInteger();
    if (small !== undefined) return small;
    this.#position = start;
    while (this.#position < this.#end && isNumberByte(this.#bytes[this.#position]!)) this.#position++;
    const value = this.#parseNumber(this.#bytes.toString("latin1", start, this.#position));
    if (value !== undefined) return value;
    this.#position = start;
    throw this.#error("expected a value");
  }

  /** Reads whole numbers of up to 15 digits, by far the most frequent, without making strings of them. */
  #smallInteger(): number | undefined {
    const negative = this.#bytes[this.#position] === minus;
    if (negative) this.#position++;
    const first = this.#position;
    let value = 0;
    while (this.#position < this.#end) {
      const byte = this.#bytes[this.#position]!;
      if (byte < 0x30 || byte > 0x39) {
        if (isNumberByte(byte)) return undefined;
        break;
      }
      value = value * 10 + byte - 0x30;
      this.#position++;
    }
    const digits = this.#position - first;
    if (digits === 0 || digits > 15 || (digits > 1 && this.#bytes[first] === 0x30)) return undefined;
    return negative && value !== 0 ? -value : value;
  }

  #error(problem: string): BenchError {
    const before = this.#bytes.subarray(this.#start, this.#position);
    const line = before.reduce((count, byte) => (byte === 0x0a ? count + 1 : count), 1);
    const column = before.length - before.lastIndexOf(0x0a);
    return new BenchError("malformed-json", `Malformed JSON at line ${line}, byte ${column}: ${problem}.`);
  }
}
