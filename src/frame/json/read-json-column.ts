import { type JsonValue, PythonFloat, pythonFloat } from "../../lib/json/json-value.ts";
import { parsePythonFloat } from "../../lib/python/python-float.ts";
import { objectKind, toDouble } from "./object-kind.ts";

/**
 * A column as `pandas.read_json` converts it: if all texts read as numbers they become numbers, and if all floats are
 * whole they become integers. null and NaN are gaps. Dates, which pandas converts in columns with names such as
 * `created_at`, stay text.
 */
export function readJsonColumn(values: readonly JsonValue[]): readonly JsonValue[] {
  const kind = objectKind(values);
  if (kind !== "float64" && kind !== "object") return values;
  const doubles = kind === "float64" ? Float64Array.from(values, toDouble) : readDoubles(values);
  if (doubles === null) return values;
  if (doubles.every(fitsInt64)) return Array.from(doubles, wholeNumber);
  return Array.from(doubles, pythonFloat);
}

/** numpy's `astype("float64")` of objects, or null if one of them is not a number. */
function readDoubles(values: readonly JsonValue[]): Float64Array | null {
  const doubles = new Float64Array(values.length);
  for (const [row, value] of values.entries()) {
    const double = readDouble(value);
    if (double === null) return null;
    doubles[row] = double;
  }
  return doubles;
}

/** The value as a number, or null if a column that contains it cannot become a column of numbers. */
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
