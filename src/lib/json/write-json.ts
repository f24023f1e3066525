import { writeFile } from "node:fs/promises";
import type { JsonValue } from "./json-value.ts";
import { lineBreak, orderedKeys, type PrintJsonOptions, printJson, separator } from "./print-json.ts";
import { quoteJsonText } from "./quote-json-text.ts";

/** A list whose elements are made one by one while it is written, so that it need not fit in memory. */
export class LazyList {
  readonly elements: Iterable<JsonValue>;

  constructor(elements: Iterable<JsonValue>) {
    this.elements = elements;
  }
}

/** What can be written: any value, a lazy list, or an object with lazy lists among its members. */
type JsonDocument = JsonValue | LazyList | ReadonlyMap<string, JsonValue | LazyList>;

const chunkLength = 1 << 18;

/**
 * Python's `json.dump(document, file, indent=..., sort_keys=...)`: the file does not end with a line end. The text is
 * made and written in chunks, because that of a large list may be longer than a JavaScript string can be.
 */
export async function writeJson(path: string, document: JsonDocument, options: PrintJsonOptions = {}): Promise<void> {
  await writeFile(path, inChunks(documentParts(document, options)));
}

function* documentParts(document: JsonDocument, options: PrintJsonOptions): Generator<string> {
  if (!(document instanceof Map)) return yield* valueParts(document as JsonValue | LazyList, options, 0);
  const keys = orderedKeys(document, options);
  yield "{";
  for (const [position, key] of keys.entries()) {
    yield `${position === 0 ? lineBreak(options, 1) : separator(options, 1)}${quoteJsonText(key)}: `;
    yield* valueParts(document.get(key)!, options, 1);
  }
  yield keys.length > 0 ? `${lineBreak(options, 0)}}` : "}";
}

function* valueParts(value: JsonValue | LazyList, options: PrintJsonOptions, level: number): Generator<string> {
  const elements = value instanceof LazyList ? value.elements : Array.isArray(value) ? value : null;
  if (elements === null) return yield printJson(value as JsonValue, options, level);
  yield "[";
  let position = 0;
  for (const element of elements) {
    yield (position === 0 ? lineBreak(options, level + 1) : separator(options, level + 1)) +
      printJson(element, options, level + 1);
    position += 1;
  }
  yield position > 0 ? `${lineBreak(options, level)}]` : "]";
}

function* inChunks(parts: Iterable<string>): Generator<string> {
  let chunk = "";
  for (const part of parts) {
    chunk += part;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = "";
  }
  yield chunk;
}
