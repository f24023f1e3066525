import { objectKind } from "../../frame/json/object-kind.ts";
import { recordOf } from "../../lib/json/json-record.ts";
import { type JsonObject, type JsonValue, pythonFloat } from "../../lib/json/json-value.ts";

/**
 * `DataFrame(records).to_dict("records")`. Every record gets all keys, in order of first appearance, with NaN for those it
 * lacked. In a column of numbers, one fraction or gap turns all of them into floats.
 */
export function uniformRecords(records: readonly JsonValue[]): JsonObject[] {
  const uniform = records.map((): JsonObject => new Map());
  const names = new Set(records.flatMap((record) => [...recordOf(record).keys()]));
  for (const name of names) {
    const values = records.map((record) => {
      const value = recordOf(record).get(name);
      return value === undefined ? Number.NaN : value;
    });
    const isFloat = objectKind(values) === "float64";
    for (const [row, value] of values.entries()) uniform[row]!.set(name, isFloat ? toFloat(value) : value);
  }
  return uniform;
}

function toFloat(value: JsonValue): JsonValue {
  if (value === null) return Number.NaN;
  return typeof value === "number" || typeof value === "bigint" ? pythonFloat(Number(value)) : value;
}
