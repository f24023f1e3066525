import { closeSync, openSync, readSync } from "node:fs";
import { BenchError } from "../errors.ts";
import { backslash, closeBrace, closeBracket, colon, comma, openBrace, openBracket, quote } from "./json-bytes.ts";
import { SpanList } from "./span-list.ts";

/** The positions of a document's parts in its file: the elements of a list, or the members of an object. */
type JsonOutline =
  | { readonly kind: "list"; readonly elements: SpanList }
  | { readonly kind: "object"; readonly members: readonly JsonMember[] };

/** A member of an object; `elements` is null unless its value is a list. */
interface JsonMember {
  readonly key: Span;
  readonly value: Span;
  readonly elements: SpanList | null;
}

/** Bytes `start` to `end - 1`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the outline of a JSON file of any size in one pass. It looks only at brackets, separators and quotes: whether
 * the values themselves are well-formed shows when they are parsed.
 */
export function outlineJson(path: string): JsonOutline {
  const builder = new OutlineBuilder(path);
  const chunk = Buffer.allocUnsafe(1 << 20);
  const file = openSync(path, "r");
  try {
    let offset = 0;
    for (let size = readSync(file, chunk); size > 0; size = readSync(file, chunk)) {
      builder.push(chunk, size, offset);
      offset += size;
    }
    return builder.end();
  } finally {
    closeSync(file);
  }
}

class OutlineBuilder {
  readonly #path: string;
  #kind: JsonOutline["kind"] | null = null;
  readonly #members: JsonMember[] = [];
  /** Elements of the document or of the current member, if that is a list. */
  #elements: SpanList | null = null;
  #depth = 0;
  /** The depth of the elements' own brackets; anything deeper is skipped. */
  #deepest = 2;
  #inString = false;
  #escaped = false;
  /** Start of the current key or value: directly in the document, and in a member that is a list. -1 between values. */
  #outerStart = -1;
  #innerStart = -1;
  /** The position after the last byte that is not whitespace. */
  #end = 0;
  #key: Span | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  push(bytes: Buffer, size: number, offset: number): void {
    let at = 0;
    while (at < size) {
      if (this.#inString) at = this.#skipString(bytes, at, size, offset);
      else if (this.#depth > this.#deepest) at = this.#skipInner(bytes, at, size, offset);
      else {
        this.#outerByte(bytes[at]!, offset + at);
        at += 1;
      }
    }
  }

  #outerByte(byte: number, at: number): void {
    if (byte <= 0x20) return;
    if (byte === quote) {
      this.#begin(at);
      this.#inString = true;
    } else if (byte === openBrace || byte === openBracket) this.#open(byte, at);
    else if (byte === closeBrace || byte === closeBracket) this.#close(at);
    else if (byte === comma) this.#finishValue(at, false);
    else if (byte === colon) this.#finishKey(at);
    else this.#begin(at);
    this.#end = at + 1;
  }

  /** Skips a string up to its closing quote; returns the position after it, or `size` if it continues. */
  #skipString(bytes: Buffer, start: number, size: number, offset: number): number {
    let at = start;
    if (this.#escaped) {
      this.#escaped = false;
      at += 1;
    }
    for (; at < size; at += 1) {
      const byte = bytes[at]!;
      if (byte === backslash) {
        at += 1;
        this.#escaped = at === size;
      } else if (byte === quote) {
        this.#inString = false;
        this.#end = offset + at + 1;
        return at + 1;
      }
    }
    return size;
  }

  /** Skips the inside of an element up to its closing bracket or to a string in it. */
  #skipInner(bytes: Buffer, start: number, size: number, offset: number): number {
    let depth = this.#depth;
    let at = start;
    while (at < size && depth > this.#deepest) {
      const byte = bytes[at]!;
      if (byte === closeBrace || byte === closeBracket) depth -= 1;
      else if (byte === openBrace || byte === openBracket) depth += 1;
      else if (byte === quote) {
        this.#inString = true;
        at += 1;
        break;
      }
      at += 1;
    }
    this.#depth = depth;
    this.#end = offset + at;
    return at;
  }

  end(): JsonOutline {
    if (this.#kind === null || this.#depth > 0) throw this.#malformed(this.#end, "the document is truncated");
    return this.#kind === "list"
      ? { kind: "list", elements: this.#elements! }
      : { kind: "object", members: this.#members };
  }

  #begin(at: number): void {
    if (this.#depth === 0) throw this.#malformed(at, "expected a list or an object");
    if (this.#depth === 2) {
      if (this.#innerStart < 0) this.#innerStart = at;
    } else if (this.#outerStart < 0) this.#outerStart = at;
  }

  #open(byte: number, at: number): void {
    if (this.#depth === 0) {
      if (this.#kind !== null) throw this.#malformed(at, "text after the end of the document");
      this.#kind = byte === openBrace ? "object" : "list";
      if (this.#kind === "list") {
        this.#elements = new SpanList();
        this.#deepest = 1;
      }
    } else {
      this.#begin(at);
      if (this.#depth === 1 && this.#kind === "object") {
        this.#elements = byte === openBracket ? new SpanList() : null;
        this.#innerStart = -1;
      }
    }
    this.#depth += 1;
  }

  #close(at: number): void {
    this.#finishValue(at, true);
    this.#depth -= 1;
    if (this.#depth < 0) throw this.#malformed(at, "a closing bracket without an opening one");
  }

  #finishKey(at: number): void {
    if (this.#depth !== 1 || this.#kind !== "object") return;
    if (this.#outerStart < 0 || this.#key !== null) throw this.#malformed(at, "a colon without a key");
    this.#key = { start: this.#outerStart, end: this.#end };
    this.#outerStart = -1;
    this.#elements = null;
  }

  #finishValue(at: number, isLast: boolean): void {
    if (this.#depth === 2) {
      if (this.#elements === null) return;
      if (this.#innerStart >= 0) this.#elements.add(this.#innerStart, this.#end);
      else if (!isLast || this.#elements.length > 0) throw this.#malformed(at, "a value is missing");
      this.#innerStart = -1;
      return;
    }
    const isEmpty = this.#kind === "list" ? this.#elements!.length === 0 : this.#members.length === 0;
    if (this.#outerStart < 0) {
      if (!isLast || !isEmpty || this.#key !== null) throw this.#malformed(at, "a value is missing");
      return;
    }
    if (this.#kind === "list") this.#elements!.add(this.#outerStart, this.#end);
    else {
      if (this.#key === null) throw this.#malformed(at, "a value without a key");
      const value = { start: this.#outerStart, end: this.#end };
      this.#members.push({ key: this.#key, value, elements: this.#elements });
      this.#key = null;
    }
    this.#outerStart = -1;
  }

  #malformed(at: number, problem: string): BenchError {
    return new BenchError("malformed-json", `${this.#path}: malformed JSON at byte ${at}: ${problem}.`);
  }
}
