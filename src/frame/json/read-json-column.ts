import { type JsonValue, PythonFloat, pythonFloat } from "../../lib/json/json-value.ts";
import { parsePythonFloat } from "../../lib/python/python-float.ts";
import { objectKind, toDouble } from "./object-kind.ts";

/**
 * A column as `pandas.read_json` leaves it: texts that all read as numbers become numbers, and floats that are all whole
 * become integers. null and NaN are gaps. Dates, which pandas looks for in columns named like `created_at`, stay text.
 */
export function readJsonColumn(values: readonly JsonValue[]): readonly JsonValue[] {
  const kind = objectKind(values);
  if (kind !== "float64" && kind !== "object") return values;
  const doubles = kind === "float64" ? Float64Array.from(values, toDouble) : readDoubles(values);
  if (doubles === null) return values;
  if (doubles.every(fitsInt64)) return Array.from(doubles, wholeNumber);
  return Array.from(doubles, pythonFloat);
}

/** The numbers that numpy makes of objects (`astype("float64")`), or null where one of them is none. */
function readDoubles(values: readonly JsonValue[]): Float64Array | null {
  const doubles = new Float64Array(values.length);
  for (const [row, value] of values.entries()) {
    const double = readDouble(value);
    if (double === null) return null;
    doubles[row] = double;
  }
  return doubles;
}

/** Whether a column with this value can never become a column of numbers, and the value if it can. */
export function readDouble(value: JsonValue): number | null {
  if (typeof value === "string") return parsePythonFloat(value);
  if (Array.isArray(value) || value instanceof Map) return null;
  return value instanceof PythonFloat ? value.value : toDouble(value);
}

function fitsInt64(value: number): boolean {
  return Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63;
}

function wholeNumber(value: number): number | bigint {
  return Number.isSafeInteger(value) ? value + 0 : BigInt(value);
}
