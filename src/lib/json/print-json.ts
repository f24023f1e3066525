import { writeFile } from "node:fs/promises";
import { compareCodePoints } from "../compare-code-points.ts";
import { formatPythonFloat } from "../python/python-repr.ts";
import { type JsonObject, type JsonValue, PythonFloat } from "./json-value.ts";
import { quoteJsonText } from "./quote-json-text.ts";

/** `json.dumps`' options: spaces per level (one line without), and keys in order of their code points. */
export interface PrintJsonOptions {
  readonly indent?: number;
  readonly sortKeys?: boolean;
}

const chunkLength = 1 << 18;

/** Python's `json.dumps(value, indent=..., sort_keys=...)`, with its default separators and `ensure_ascii`. */
export function printJson(value: JsonValue, options: PrintJsonOptions = {}): string {
  return Array.from(jsonChunks(value, options)).join("");
}

/** Python's `json.dump(value, file)`: the file ends without a line end. Never holds the whole text. */
export async function writeJson(path: string, value: JsonValue, options: PrintJsonOptions = {}): Promise<void> {
  await writeFile(path, jsonChunks(value, options));
}

interface Level {
  readonly source: JsonValue[] | JsonObject;
  readonly keys: string[] | null;
  readonly count: number;
  next: number;
}

/** What `printJson` prints, in pieces of some 256 kB, for documents longer than a JavaScript string can be. */
export function* jsonChunks(value: JsonValue, { indent, sortKeys = false }: PrintJsonOptions = {}): Generator<string> {
  const levels: Level[] = [];
  const lineBreaks: string[] = [];
  const lineBreak = () => {
    if (indent === undefined) return "";
    lineBreaks[levels.length] ??= `\n${" ".repeat(indent * levels.length)}`;
    return lineBreaks[levels.length]!;
  };
  const begin = (item: JsonValue): string => {
    if (!Array.isArray(item) && !(item instanceof Map)) return printScalar(item);
    const isArray = Array.isArray(item);
    const count = isArray ? item.length : item.size;
    if (count === 0) return isArray ? "[]" : "{}";
    levels.push({ source: item, keys: isArray ? null : orderedKeys(item, sortKeys), count, next: 0 });
    return isArray ? "[" : "{";
  };

  let text = begin(value);
  while (levels.length > 0) {
    const level = levels.at(-1)!;
    if (level.next === level.count) {
      levels.pop();
      text += lineBreak() + (level.keys ? "}" : "]");
      continue;
    }
    const position = level.next++;
    if (position > 0) text += indent === undefined ? ", " : ",";
    text += lineBreak();
    if (level.keys) {
      const key = level.keys[position]!;
      text += `${quoteJsonText(key)}: `;
      text += begin((level.source as JsonObject).get(key)!);
    } else {
      text += begin((level.source as JsonValue[])[position]!);
    }
    if (text.length >= chunkLength) {
      yield text;
      text = "";
    }
  }
  yield text;
}

function printScalar(value: JsonValue): string {
  if (typeof value === "string") return quoteJsonText(value);
  if (typeof value === "number") return Number.isInteger(value) ? printInteger(value) : printFloat(value);
  if (value instanceof PythonFloat) return printFloat(value.value);
  return String(value);
}

/** A whole number without exponent, however large. */
export function printInteger(value: number): string {
  return Number.isSafeInteger(value) ? String(value) : BigInt(value).toString();
}

function printFloat(value: number): string {
  return Number.isFinite(value) ? formatPythonFloat(value) : String(value);
}

function orderedKeys(object: JsonObject, sorted: boolean): string[] {
  const keys = Array.from(object.keys());
  return sorted ? keys.sort(compareCodePoints) : keys;
}
