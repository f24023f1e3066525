import { type Column, NumberColumn, TextColumn } from "../../../frame/column.ts";
import { Frame } from "../../../frame/frame.ts";
import { BenchError } from "../../../lib/errors.ts";
import { cocoRecords } from "./coco-records.ts";

type JsonRecord = Readonly<Record<string, unknown>>;

/**
 * A table from JSON: a list of records, one record per line, lists by column name (or pandas' `{column: {row: value}}`), or
 * COCO's `images` with `annotations`. Lists of numbers become their length, mean, deviation, least and largest value.
 *
 * @throws BenchError when the JSON is damaged or holds something else.
 */
export function jsonFrame(bytes: Buffer): Frame {
  const records = recordsOf(parse(bytes));
  if (records === null) throw new BenchError("json-table", "its JSON is not a table of records");
  return recordsFrame(records);
}

/** A table of records; members that hold records themselves are left out. */
export function recordsFrame(records: readonly JsonRecord[]): Frame {
  const names = new Set(records.flatMap((record) => Object.keys(record)));
  const columns = [...names].flatMap((name) =>
    columnsOf(
      name,
      records.map((record) => record[name]),
    ),
  );
  return new Frame(
    columns.map(({ name }) => name),
    records.length,
    (name) => columns.find((each) => each.name === name)!,
  );
}

function parse(bytes: Buffer): unknown {
  // Python writes NaN, which is not valid JSON.
  const text = bytes
    .toString("utf8")
    .trim()
    .replace(/(?<=[:,[]\s*)(NaN|-?Infinity)(?=\s*[,\]}])/g, "null");
  try {
    return JSON.parse(text);
  } catch (cause) {
    const lines = text.split("\n");
    try {
      if (lines.length > 1) return lines.filter((line) => line.trim() !== "").map((line) => JSON.parse(line));
    } catch {
      // The first error is about the whole file and says more.
    }
    throw new BenchError("json-table", `its JSON is damaged (${(cause as Error).message})`, { cause });
  }
}

function recordsOf(json: unknown): readonly JsonRecord[] | null {
  if (Array.isArray(json)) return json.every(isRecord) ? json : null;
  if (!isRecord(json)) return null;
  const coco = cocoRecords(json);
  if (coco !== null) return coco;
  const columns = Object.entries(json);
  if (columns.length === 0 || !columns.every(([, values]) => Array.isArray(values) || isRecord(values))) return null;
  const rows = Object.keys(columns[0]![1] as object);
  return rows.map((row) => Object.fromEntries(columns.map(([name, values]) => [name, (values as JsonRecord)[row]])));
}

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The columns made from one member of all records; none if it holds nested records. */
function columnsOf(name: string, values: readonly unknown[]): Column[] {
  const present = values.filter((value) => value !== null && value !== undefined);
  const are = (type: string): boolean => present.every((value) => typeof value === type);
  if (are("boolean") || are("number")) return [numbers(name, values, are("boolean"))];
  if (present.every((value) => ["string", "number", "boolean"].includes(typeof value))) return [texts(name, values)];
  if (!present.every(Array.isArray)) return [];
  const lists = values.map((value) => (Array.isArray(value) ? value : []));
  if (lists.every((list) => list.every((item) => typeof item === "number"))) return listStatistics(name, lists);
  const isFlat = lists.every((list) => list.every((item) => typeof item !== "object"));
  return isFlat
    ? [
        texts(
          name,
          lists.map((list) => list.join(" ")),
        ),
      ]
    : [];
}

function numbers(name: string, values: readonly unknown[], isBoolean: boolean): NumberColumn {
  const floats = Float64Array.from(values, (value) =>
    value === null || value === undefined ? Number.NaN : Number(value),
  );
  const hasGaps = floats.some(Number.isNaN);
  if (isBoolean) return new NumberColumn(name, hasGaps ? "bool-with-gaps" : "bool", floats);
  return new NumberColumn(name, floats.every(Number.isSafeInteger) ? "int64" : "float64", floats);
}

function texts(name: string, values: readonly unknown[]): TextColumn {
  return TextColumn.from(
    name,
    values.map((value) => (value === null || value === undefined ? null : String(value))),
  );
}

function listStatistics(name: string, lists: readonly (readonly number[])[]): Column[] {
  const mean = (list: readonly number[]): number => list.reduce((sum, value) => sum + value, 0) / list.length;
  const statistics: Readonly<Record<string, (list: readonly number[]) => number>> = {
    length: (list) => list.length,
    mean,
    deviation: (list) => {
      const middle = mean(list);
      return Math.sqrt(mean(list.map((value) => (value - middle) ** 2)));
    },
    least: (list) => list.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY),
    largest: (list) => list.reduce((largest, value) => Math.max(largest, value), Number.NEGATIVE_INFINITY),
  };
  return Object.entries(statistics).map(
    ([label, of]) => new NumberColumn(`${name} ${label}`, "float64", Float64Array.from(lists, of)),
  );
}
