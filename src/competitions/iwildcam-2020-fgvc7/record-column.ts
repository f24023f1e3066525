import { type Column, NumberColumn, TextColumn } from "../../frame/column.ts";
import { BenchError } from "../../lib/errors.ts";
import { type JsonObject, type JsonValue, PythonFloat } from "../../lib/json/json-value.ts";
import type { Label } from "../../lib/numeric/label.ts";
import { formatPythonFloat } from "../../lib/python/python-repr.ts";

/** One key of uniform records as a column of a table, typed as pandas types it. */
export function recordColumn(records: readonly JsonObject[], name: string): Column {
  const values = records.map((record) => record.get(name)!);
  const numbers = Float64Array.from(values, (value) => Number(value instanceof PythonFloat ? value.value : value));
  if (values.every((value) => typeof value === "boolean")) return new NumberColumn(name, "bool", numbers);
  if (values.every(isFloat)) return new NumberColumn(name, "float64", numbers);
  if (values.every(isInt64)) {
    const wide = values.some((value) => typeof value === "bigint") ? BigInt64Array.from(values, BigInt) : null;
    return new NumberColumn(name, "int64", numbers, wide);
  }
  return TextColumn.from(
    name,
    values.map((value) => (value === null || Number.isNaN(value) ? null : valueText(value))),
  );
}

/** A value as something that sets and maps compare as pandas' `isin` and `unique` do. */
export function valueLabel(value: JsonValue): Label | null {
  if (value instanceof PythonFloat) return value.value;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value !== "object") return value;
  if (value === null) return null;
  throw new BenchError("malformed-json", "A number or a text is expected where a record holds a list or an object.");
}

/** A value as Python's `str` prints it. */
export function valueText(value: JsonValue): string {
  if (typeof value === "boolean") return value ? "True" : "False";
  if (value instanceof PythonFloat) return formatPythonFloat(value.value);
  if (typeof value === "number" && !Number.isInteger(value)) return formatPythonFloat(value);
  return String(valueLabel(value) ?? "None");
}

function isFloat(value: JsonValue): boolean {
  return value instanceof PythonFloat || (typeof value === "number" && !Number.isInteger(value));
}

function isInt64(value: JsonValue): value is number | bigint {
  return (typeof value === "number" && Number.isInteger(value)) || (typeof value === "bigint" && value < 2n ** 63n);
}
