export { escapeUjsonText } from "./json/escape-ujson-text.ts";
export { formatUjsonDouble } from "./json/format-ujson-double.ts";
export { parseUjsonNumber } from "./json/parse-ujson-number.ts";
export { printUjson } from "./json/print-ujson.ts";
