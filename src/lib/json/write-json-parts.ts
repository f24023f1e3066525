import { writeFile } from "node:fs/promises";
import { compareCodePoints } from "../compare-code-points.ts";
import { formatPythonFloat } from "../python/python-repr.ts";
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
  const names = orderedNames(document, options);
  yield "{";
  for (const [position, name] of names.entries()) {
    yield `${position === 0 ? lineBreak(options, 1) : separator(options, 1)}${quoteJsonText(name)}: `;
    yield* valueParts(document.get(name)!, options, 1);
  }
  yield names.length > 0 ? `${lineBreak(options, 0)}}` : "}";
}

function* valueParts(value: JsonValue | LazyList, options: PrintJsonOptions, level: number): Generator<string> {
  if (!(value instanceof LazyList)) return yield printAt(value, options, level);
  yield "[";
  let position = 0;
  for (const element of value.elements) {
    yield (position === 0 ? lineBreak(options, level + 1) : separator(options, level + 1)) +
      printAt(element, options, level + 1);
    position += 1;
  }
  yield position > 0 ? `${lineBreak(options, level)}]` : "]";
}

/** Prints a value that stands some levels deep. It is small, so this need not go in pieces as `jsonChunks` does. */
function printAt(value: JsonValue, options: PrintJsonOptions, level: number): string {
  if (typeof value === "string") return quoteJsonText(value);
  if (Number.isSafeInteger(value)) return String(value);
  if (Number.isFinite(value)) return formatPythonFloat(value as number);
  if (Array.isArray(value))
    return brackets(
      "[",
      value.map((item) => printAt(item, options, level + 1)),
      "]",
      options,
      level,
    );
  if (!(value instanceof Map)) return printJson(value);
  const names = orderedNames(value, options);
  const members = names.map((name) => `${quoteJsonText(name)}: ${printAt(value.get(name)!, options, level + 1)}`);
  return brackets("{", members, "}", options, level);
}

function brackets(open: string, items: string[], close: string, options: PrintJsonOptions, level: number): string {
  if (items.length === 0) return open + close;
  return (
    open + lineBreak(options, level + 1) + items.join(separator(options, level + 1)) + lineBreak(options, level) + close
  );
}

function orderedNames(object: ReadonlyMap<string, unknown>, { sortKeys = false }: PrintJsonOptions): string[] {
  const names = Array.from(object.keys());
  const isSorted =
    !sortKeys || names.every((name, index) => index === 0 || compareCodePoints(names[index - 1]!, name) < 0);
  return isSorted ? names : names.sort(compareCodePoints);
}

function separator(options: PrintJsonOptions, level: number): string {
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
