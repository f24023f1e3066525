import { BenchError } from "../../lib/errors.ts";
import { type JsonValue, PythonFloat } from "../../lib/json/json-value.ts";
import { formatPythonFloat } from "../../lib/python/python-repr.ts";
import { type Column, NumberColumn, TextColumn } from "../column.ts";
import { objectKind, toDouble } from "./object-kind.ts";

/**
 * A column of values from JSON records, typed as `pandas.DataFrame(records)` types it. Lists and objects are refused.
 */
export function jsonColumn(name: string, values: readonly JsonValue[]): Column {
  const kind = objectKind(values);
  if (kind === "object") return TextColumn.from(name, values.map(cellText));
  const doubles = Float64Array.from(values, toDouble);
  if (kind === "float64" || kind === "bool" || doubles.every(Number.isSafeInteger)) {
    return new NumberColumn(name, kind, doubles);
  }
  const exact = values.map((value) => BigInt(value as number | bigint));
  return new NumberColumn(
    name,
    kind,
    doubles,
    kind === "uint64" ? BigUint64Array.from(exact) : BigInt64Array.from(exact),
  );
}

/** A scalar as Python's `str()` prints it. */
export function pythonText(value: JsonValue): string {
  return cellText(value) ?? (value === null ? "None" : "nan");
}

/** A scalar as pandas prints it in a cell: as Python's `str()`, but null for a gap. */
function cellText(value: JsonValue): string | null {
  if (typeof value === "string") return value;
  if (value === null || (typeof value === "number" && Number.isNaN(value))) return null;
  if (typeof value === "boolean") return value ? "True" : "False";
  if (value instanceof PythonFloat) return formatPythonFloat(value.value);
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "number") return Number.isInteger(value) ? String(value) : formatPythonFloat(value);
  throw new BenchError("malformed-json", "A cell must be a number or text, not a list or an object.");
}
