import { BenchError } from "../errors.ts";
import { parsePythonInt } from "../python/python-int.ts";
import { type JsonObject, type JsonValue, PythonFloat } from "./json-value.ts";

/** The value as an object. Throws if it is not one. */
export function recordOf(value: JsonValue): JsonObject {
  if (value instanceof Map) return value;
  throw new BenchError("malformed-json", `A JSON object is expected, not ${shorten(value)}.`);
}

/** Python's `record[name]`. Throws if there is no such key. */
export function memberOf(record: JsonValue, name: string): JsonValue {
  const value = recordOf(record).get(name);
  if (value !== undefined) return value;
  throw new BenchError(
    "malformed-json",
    `A record has no member "${name}", only ${[...recordOf(record).keys()].join(", ")}.`,
  );
}

/** A member that must be text. */
export function textOf(record: JsonValue, name: string): string {
  const value = memberOf(record, name);
  if (typeof value === "string") return value;
  throw new BenchError("malformed-json", `"${name}" is ${shorten(value)}, but text is expected.`);
}

/** A member as Python's `int()` converts it: fractions are cut off, booleans count as 0 and 1, text is parsed. */
export function intOf(record: JsonValue, name: string): number | bigint {
  const value = memberOf(record, name);
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "bigint") return value;
  const number = value instanceof PythonFloat ? value.value : value;
  if (typeof number === "number" && Number.isFinite(number)) return narrow(BigInt(Math.trunc(number)));
  const read = typeof value === "string" ? parsePythonInt(value) : null;
  if (read !== null) return narrow(read);
  throw new BenchError("malformed-json", `"${name}" is ${shorten(value)}, but a whole number is expected.`);
}

function narrow(value: bigint): number | bigint {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

function shorten(value: JsonValue): string {
  if (value instanceof Map) return "an object";
  if (Array.isArray(value)) return "a list";
  return value instanceof PythonFloat ? String(value.value) : JSON.stringify(String(value)).slice(0, 60);
}
