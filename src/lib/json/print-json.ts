import { compareCodePoints } from "../compare-code-points.ts";
import { formatPythonFloat } from "../python/python-repr.ts";
import { type JsonValue, PythonFloat } from "./json-value.ts";
import { quoteJsonText } from "./quote-json-text.ts";

/**
 * The options of `json.dumps`: spaces per level (without it, everything on one line), and keys sorted by code point.
 */
export interface PrintJsonOptions {
  readonly indent?: number;
  readonly sortKeys?: boolean;
}

/**
 * Python's `json.dumps(value, indent=..., sort_keys=...)`, with its default separators and `ensure_ascii`. `level` is
 * the number of lists and objects around the value, for its indentation.
 */
export function printJson(value: JsonValue, options: PrintJsonOptions = {}, level = 0): string {
  if (Array.isArray(value)) {
    const elements = value.map((item) => printJson(item, options, level + 1));
    return enclose("[", elements, "]", options, level);
  }
  if (value instanceof Map) {
    const members = orderedKeys(value, options).map(
      (key) => `${quoteJsonText(key)}: ${printJson(value.get(key)!, options, level + 1)}`,
    );
    return enclose("{", members, "}", options, level);
  }
  return printScalar(value);
}

function enclose(open: string, items: string[], close: string, options: PrintJsonOptions, level: number): string {
  if (items.length === 0) return open + close;
  return (
    open + lineBreak(options, level + 1) + items.join(separator(options, level + 1)) + lineBreak(options, level) + close
  );
}

function printScalar(value: JsonValue): string {
  if (typeof value === "string") return quoteJsonText(value);
  if (typeof value === "number") return Number.isInteger(value) ? printInteger(value) : printFloat(value);
  if (value instanceof PythonFloat) return printFloat(value.value);
  return String(value);
}

/** A whole number without an exponent, however large. */
export function printInteger(value: number): string {
  return Number.isSafeInteger(value) ? String(value) : BigInt(value).toString();
}

function printFloat(value: number): string {
  return Number.isFinite(value) ? formatPythonFloat(value) : String(value);
}

/** The keys in the order in which they are printed. */
export function orderedKeys(object: ReadonlyMap<string, unknown>, { sortKeys = false }: PrintJsonOptions): string[] {
  const keys = Array.from(object.keys());
  const isOrdered =
    !sortKeys || keys.every((key, index) => index === 0 || compareCodePoints(keys[index - 1]!, key) < 0);
  return isOrdered ? keys : keys.sort(compareCodePoints);
}

/** What separates two elements or members at this level. */
export function separator(options: PrintJsonOptions, level: number): string {
  return options.indent === undefined ? ", " : `,${lineBreak(options, level)}`;
}

/** A line break with this level's indentation, if the document is indented. */
export function lineBreak({ indent }: PrintJsonOptions, level: number): string {
  return indent === undefined ? "" : `\n${" ".repeat(indent * level)}`;
}
