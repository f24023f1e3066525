import { type JsonValue, PythonFloat } from "../../lib/json/json-value.ts";
import type { NumberKind } from "../column.ts";

/** The type that pandas gives a list of Python objects; `object` if they have no common number type. */
type ObjectKind = Exclude<NumberKind, "bool-with-gaps"> | "object";

/**
 * The type that `DataFrame(records)` gives a column of such values (`lib.maybe_convert_objects`). Only whole numbers:
 * int64, or uint64 if one is 2^63 or above. Whole numbers with fractions or gaps: float64. Only booleans: bool. A gap
 * is null or, if a record has no such member, NaN. Only gaps: float64 if one is NaN.
 */
export function objectKind(values: readonly JsonValue[]): ObjectKind {
  let [integers, floats, booleans, nulls, missing] = [0, 0, 0, 0, 0];
  let isNegative = false;
  let isWide = false;
  for (const value of values) {
    if (typeof value === "boolean") booleans += 1;
    else if (value === null) nulls += 1;
    else if (value instanceof PythonFloat) floats += 1;
    else if (typeof value === "bigint" || (typeof value === "number" && Number.isInteger(value))) {
      integers += 1;
      // Upstream: after a null, pandas no longer checks whether integers fit in 64 bits.
      if (nulls > 0) continue;
      if (value < 0) isNegative = true;
      if (typeof value === "bigint") {
        if (value >= 2n ** 64n || value < -(2n ** 63n)) return "object";
        if (value >= 2n ** 63n) isWide = true;
      }
    } else if (typeof value !== "number") return "object";
    else if (Number.isNaN(value)) missing += 1;
    else floats += 1;
  }
  if (booleans > 0) return booleans === values.length ? "bool" : "object";
  if (isWide && isNegative) return "object";
  if (floats > 0 || missing > 0 || (integers > 0 && nulls > 0)) return "float64";
  if (integers === 0) return "object";
  return isWide ? "uint64" : "int64";
}

/** A number as a double, wrapped or not. Booleans count as 0 and 1, gaps are NaN. */
export function toDouble(value: JsonValue): number {
  if (value === null) return Number.NaN;
  return value instanceof PythonFloat ? value.value : Number(value);
}
