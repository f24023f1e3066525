import { recordOf } from "../../lib/json/json-record.ts";
import { type JsonObject, type JsonValue, PythonFloat, pythonFloat } from "../../lib/json/json-value.ts";

/**
 * Records after a stay in a pandas table: `DataFrame(records).to_dict("records")`. Every record gets every key, in the
 * order of their first appearance, with NaN where it had none; in a column of numbers one fraction or gap makes floats
 * of all.
 */
export function uniformRecords(records: readonly JsonValue[]): JsonObject[] {
  const uniform = records.map((): JsonObject => new Map());
  const names = new Set(records.flatMap((record) => [...recordOf(record).keys()]));
  for (const name of names) {
    const values = records.map((record) => recordOf(record).get(name));
    const becomesFloat = isFloatColumn(values);
    for (const [row, value] of values.entries()) {
      uniform[row]!.set(name, becomesFloat ? toFloat(value) : value === undefined ? Number.NaN : value);
    }
  }
  return uniform;
}

/** Whether pandas types such a column as floats: numbers only, with a float, a null or a missing value among them. */
function isFloatColumn(values: readonly (JsonValue | undefined)[]): boolean {
  let [hasNull, hasMissing, hasFloat, hasInteger, hasLarge, hasNegative] = [false, false, false, false, false, false];
  for (const value of values) {
    if (value === null) hasNull = true;
    else if (value === undefined || Number.isNaN(value)) hasMissing = true;
    else if (isFloat(value)) hasFloat = true;
    else if (typeof value !== "number" && typeof value !== "bigint") return false;
    else {
      hasInteger = true;
      // Upstream: after a null pandas stops asking whether integers fit into 64 bits.
      if (hasNull) continue;
      if (value < 0) hasNegative = true;
      if (value >= 2n ** 63n) hasLarge = true;
      if (value >= 2n ** 64n || value < -(2n ** 63n) || (hasLarge && hasNegative)) return false;
    }
  }
  return hasMissing || hasFloat || (hasNull && hasInteger);
}

function isFloat(value: JsonValue): boolean {
  return value instanceof PythonFloat || (typeof value === "number" && !Number.isInteger(value));
}

function toFloat(value: JsonValue | undefined): JsonValue {
  if (value === undefined || value === null) return Number.NaN;
  return typeof value === "number" || typeof value === "bigint" ? pythonFloat(Number(value)) : value;
}
