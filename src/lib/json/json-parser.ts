import { BenchError } from "../errors.ts";
import { JsonText } from "./json-text.ts";
import type { JsonObject, JsonValue } from "./json-value.ts";
import { parsePythonNumber } from "./python-number.ts";

/** How numbers and text are read. Python's rules for numbers and UTF-8 unless told otherwise. */
export interface JsonParserOptions {
  readonly encoding?: "utf8" | "latin1";
  /** Turns the text of a number (also `NaN`, `-Infinity`) into a value; `undefined` refuses it. */
  readonly parseNumber?: (text: string) => JsonValue | undefined;
}

// Python gives up at its recursion limit, 1000 unless changed.
const maximumDepth = 1000;
const [quote, comma, colon, minus] = [0x22, 0x2c, 0x3a, 0x2d];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Reads one JSON value from part of a buffer. Reusable; the buffer must already be known to be valid text. */
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

  /** The next byte that is not blank, not consumed; -1 at the end. */
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
      if (this.#bytes[this.#position + i] !== word.charCodeAt(i)) throw this.#error("no value");
    }
    this.#position += word.length;
    if (this.#position > this.#end) throw this.#error("no value");
    return value;
  }

  #object(): JsonObject {
    this.#enter();
    const object: JsonObject = new Map();
    let next = this.#nextByte();
    while (next !== closeBrace) {
      if (next !== quote) throw this.#error("no key in double quotes");
      const key = this.#string(true);
      if (this.#nextByte() !== colon) throw this.#error("no colon after the key");
      this.#position++;
      object.set(key, this.#value());
      next = this.#nextByte();
      if (next === closeBrace) break;
      if (next !== comma) throw this.#error("no comma between two members");
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
      if (next !== comma) throw this.#error("no comma between two elements");
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
    throw this.#error("no value");
  }

  /** Whole numbers of up to 15 digits, by far the most frequent, without making a text of them. */
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
    return new BenchError("malformed-json", `Malformed JSON, line ${line}, byte ${column} of it: ${problem}.`);
  }
}

/** Digits, signs, points and the letters of exponents, NaN and Infinity. */
function isNumberByte(byte: number): boolean {
  if (byte <= 0x39) return byte >= 0x30 || byte === minus || byte === 0x2b || byte === 0x2e;
  return (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a);
}
