import { closeSync, openSync, readSync } from "node:fs";
import { BenchError } from "../errors.ts";
import { outlineJson, type Span } from "./json-outline.ts";
import { JsonParser, type JsonParserOptions } from "./json-parser.ts";
import type { JsonValue } from "./json-value.ts";
import type { SpanList } from "./span-list.ts";

/** Bytes to read at least: several small elements at once in file order, and little surplus in any other order. */
const readAhead = 1 << 14;

/**
 * A JSON file that may be too large for memory, as `json.load` would read it: a list, or an object with lists among its
 * members. Opening it scans the file once for the positions of the elements, which are then read and parsed one by one,
 * in any order.
 */
export class JsonFile {
  readonly #path: string;
  readonly #options: JsonParserOptions;
  readonly #elements: SpanList | null;
  readonly #members = new Map<string, { readonly value: Span; readonly elements: SpanList | null }>();

  constructor(path: string, options: JsonParserOptions = {}) {
    this.#path = path;
    this.#options = options;
    const outline = outlineJson(path);
    this.#elements = outline.kind === "list" ? outline.elements : null;
    if (outline.kind === "list") return;
    const spans = outline.members.map(({ key }) => key);
    const keys = Array.from(parseSpans(path, options, spans)) as string[];
    for (const [index, { value, elements }] of outline.members.entries()) {
      this.#members.set(keys[index]!, { value, elements });
    }
  }

  /** The keys of a document that is an object, in order. */
  get names(): string[] {
    return Array.from(this.#members.keys());
  }

  /** The document's elements, or those of one of its members. */
  list(name?: string): JsonList {
    const elements = name === undefined ? this.#elements : this.#member(name).elements;
    if (elements !== null) return new JsonList(this.#path, this.#options, elements);
    throw new BenchError("malformed-json", `${this.#path}: ${name ?? "the document"} is not a list.`);
  }

  /** One member, parsed as a whole. */
  value(name: string): JsonValue {
    const [value] = parseSpans(this.#path, this.#options, [this.#member(name).value]);
    return value!;
  }

  /** The text of one member, unparsed; null when there is none. */
  text(name: string): string | null {
    const member = this.#members.get(name);
    if (member === undefined) return null;
    const [bytes] = readSpans(this.#path, [member.value]);
    return bytes!.toString("utf8");
  }

  #member(name: string) {
    const member = this.#members.get(name);
    if (member !== undefined) return member;
    throw new BenchError("malformed-json", `${this.#path} has no member "${name}" among ${this.names.join(", ")}.`);
  }
}

/** The elements of a list in a JSON file, parsed when they are read. */
export class JsonList {
  readonly #path: string;
  readonly #options: JsonParserOptions;
  readonly #spans: SpanList;

  constructor(path: string, options: JsonParserOptions, spans: SpanList) {
    this.#path = path;
    this.#options = options;
    this.#spans = spans;
  }

  get length(): number {
    return this.#spans.length;
  }

  /** The elements one by one: all of them, or those with the given indices in the given order. */
  *read(order: Iterable<number> = range(this.length)): Generator<JsonValue, void, undefined> {
    yield* parseSpans(this.#path, this.#options, spansOf(this.#spans, order));
  }

  /** The bytes of the elements one by one, unparsed. Those of one are overwritten by the next. */
  *bytes(): Generator<Buffer, void, undefined> {
    yield* readSpans(this.#path, spansOf(this.#spans, range(this.length)));
  }
}

function* range(count: number): Generator<number> {
  for (let index = 0; index < count; index += 1) yield index;
}

function* spansOf(spans: SpanList, order: Iterable<number>): Generator<Span> {
  for (const index of order) yield { start: spans.start(index), end: spans.end(index) };
}

function* parseSpans(path: string, options: JsonParserOptions, spans: Iterable<Span>): Generator<JsonValue> {
  const parser = new JsonParser(options);
  for (const bytes of readSpans(path, spans)) yield parse(parser, path, bytes);
}

function* readSpans(path: string, spans: Iterable<Span>): Generator<Buffer> {
  const file = openSync(path, "r");
  try {
    let bytes: Buffer = Buffer.alloc(0);
    let offset = 0;
    for (const { start, end } of spans) {
      if (start < offset || end > offset + bytes.length) {
        bytes = readBytes(file, start, Math.max(end - start, readAhead), bytes);
        offset = start;
      }
      yield bytes.subarray(start - offset, end - offset);
    }
  } finally {
    closeSync(file);
  }
}

/** Reads up to `size` bytes, into the previous buffer if its size fits. */
function readBytes(file: number, start: number, size: number, before: Buffer): Buffer {
  const bytes = before.length === size ? before : Buffer.allocUnsafe(size);
  let done = 0;
  while (done < size) {
    const count = readSync(file, bytes, done, size - done, start + done);
    if (count === 0) break;
    done += count;
  }
  return done === size ? bytes : bytes.subarray(0, done);
}

function parse(parser: JsonParser, path: string, bytes: Buffer): JsonValue {
  try {
    return parser.parse(bytes, 0, bytes.length);
  } catch (cause) {
    throw new BenchError("malformed-json", `${path}: ${(cause as Error).message}`, { cause });
  }
}
