import { type JsonValue, pythonFloat } from "./json-value.ts";

const grammar = /^-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$/;

/** Reads a number, `NaN`, `Infinity` or `-Infinity` as Python's `json` does; `undefined` for anything else. */
export function parsePythonNumber(text: string): JsonValue | undefined {
  const match = grammar.exec(text);
  if (!match) return text === "NaN" || text === "Infinity" || text === "-Infinity" ? Number(text) : undefined;
  const value = Number(text);
  if (match[1] !== undefined || match[2] !== undefined) return pythonFloat(value);
  if (!Number.isSafeInteger(value)) return BigInt(text);
  // An int has no negative zero.
  return value === 0 ? 0 : value;
}
