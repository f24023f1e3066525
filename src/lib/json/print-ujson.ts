import { formatUjsonDouble } from "./format-ujson-double.ts";
import { type JsonValue, PythonFloat } from "./json-value.ts";
import { printInteger } from "./print-json.ts";
import { quoteUjsonText } from "./quote-ujson-text.ts";

/** A value as `DataFrame.to_json(orient="records", lines=True)` prints a record, without the line end. */
export function printUjson(value: JsonValue): string {
  if (typeof value === "string") return quoteUjsonText(value);
  if (typeof value === "number") return Number.isInteger(value) ? printInteger(value) : formatUjsonDouble(value);
  if (value instanceof PythonFloat) return formatUjsonDouble(value.value);
  if (Array.isArray(value)) return `[${value.map(printUjson).join(",")}]`;
  if (value instanceof Map) {
    return `{${Array.from(value, ([key, item]) => `${quoteUjsonText(key)}:${printUjson(item)}`).join(",")}}`;
  }
  return String(value);
}
