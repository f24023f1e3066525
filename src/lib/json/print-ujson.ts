import { escapeUjsonText } from "./escape-ujson-text.ts";
import { formatUjsonDouble } from "./format-ujson-double.ts";
import { type JsonValue, PythonFloat } from "./json-value.ts";
import { printInteger } from "./print-json.ts";

/** A value as one record of `DataFrame.to_json(orient="records", lines=True)`, without the line end. */
export function printUjson(value: JsonValue): string {
  if (typeof value === "string") return `"${escapeUjsonText(value)}"`;
  if (typeof value === "number") return Number.isInteger(value) ? printInteger(value) : formatUjsonDouble(value);
  if (value instanceof PythonFloat) return formatUjsonDouble(value.value);
  if (Array.isArray(value)) return `[${value.map(printUjson).join(",")}]`;
  if (value instanceof Map) {
    return `{${Array.from(value, ([key, item]) => `"${escapeUjsonText(key)}":${printUjson(item)}`).join(",")}}`;
  }
  return String(value);
}
