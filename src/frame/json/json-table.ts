import { readJsonLines } from "../../lib/json/json-lines.ts";
import { recordOf } from "../../lib/json/json-record.ts";
import type { JsonObject, JsonValue } from "../../lib/json/json-value.ts";
import { parseUjsonNumber } from "../../lib/json/parse-ujson-number.ts";
import { readJsonColumn } from "./read-json-column.ts";

/** A table in memory whose cells may be lists and objects. */
export interface JsonTable {
  readonly length: number;
  /** Columns in the order of their first appearance. */
  readonly columns: ReadonlyMap<string, readonly JsonValue[]>;
}

/** Reads a JSON-lines file as `pandas.read_json(path, lines=True)` does. A member that a record lacks is NaN. */
export function readJsonTable(path: string): JsonTable {
  const records = Array.from(readJsonLines(path, { parseNumber: parseUjsonNumber }), recordOf);
  const names = new Set(records.flatMap((record) => Array.from(record.keys())));
  const columns = Array.from(names, (name) => {
    const values = records.map((record) => record.get(name) ?? missing(record, name));
    return [name, readJsonColumn(values)] as const;
  });
  return { length: records.length, columns: new Map(columns) };
}

function missing(record: JsonObject, name: string): JsonValue {
  return record.has(name) ? null : Number.NaN;
}
