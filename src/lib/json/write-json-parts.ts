import { writeFile } from "node:fs/promises";
import { compareCodePoints } from "../compare-code-points.ts";
import type { JsonValue } from "./json-value.ts";
import { type PrintJsonOptions, printJson } from "./print-json.ts";
import { quoteJsonText } from "./quote-json-text.ts";

/** A list whose elements are made one by one while it is printed, so that it need not fit into memory. */
export class LazyList {
  readonly elements: Iterable<JsonValue>;

  constructor(elements: Iterable<JsonValue>) {
    this.elements = elements;
  }
}

/** A document that is a lazy list or has some among its members. */
export type LazyDocument = LazyList | ReadonlyMap<string, JsonValue | LazyList>;

const chunkLength = 1 << 18;

/** Python's `json.dump(document, file, indent=..., sort_keys=...)` for documents too large to hold. */
export async function writeJsonParts(
  path: string,
  document: LazyDocument,
  options: PrintJsonOptions = {},
): Promise<void> {
  await writeFile(path, inChunks(documentParts(document, options)));
}

function* documentParts(document: LazyDocument, options: PrintJsonOptions): Generator<string> {
  if (document instanceof LazyList) return yield* valueParts(document, options, 0);
  const names = Array.from(document.keys());
  if (options.sortKeys === true) names.sort(compareCodePoints);
  yield "{";
  for (const [position, name] of names.entries()) {
    yield `${separator(position, options, 1)}${quoteJsonText(name)}: `;
    yield* valueParts(document.get(name)!, options, 1);
  }
  yield names.length > 0 ? `${lineBreak(options, 0)}}` : "}";
}

function* valueParts(value: JsonValue | LazyList, options: PrintJsonOptions, level: number): Generator<string> {
  if (!(value instanceof LazyList)) return yield printAt(value, options, level);
  yield "[";
  let position = 0;
  for (const element of value.elements) {
    yield separator(position, options, level + 1) + printAt(element, options, level + 1);
    position += 1;
  }
  yield position > 0 ? `${lineBreak(options, level)}]` : "]";
}

/** Line breaks in a printed value are only those of its layout: the ones in its texts are escaped. */
function printAt(value: JsonValue, options: PrintJsonOptions, level: number): string {
  const text = printJson(value, options);
  return options.indent === undefined ? text : text.replaceAll("\n", lineBreak(options, level));
}

function separator(position: number, options: PrintJsonOptions, level: number): string {
  if (position === 0) return lineBreak(options, level);
  return options.indent === undefined ? ", " : `,${lineBreak(options, level)}`;
}

function lineBreak({ indent }: PrintJsonOptions, level: number): string {
  return indent === undefined ? "" : `\n${" ".repeat(indent * level)}`;
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
