export { formatUjsonDouble } from "../json/format-ujson-double.ts";
export { parseUjsonNumber } from "../json/parse-ujson-number.ts";
export { printUjson } from "../json/print-ujson.ts";
export { quoteUjsonText } from "../json/quote-ujson-text.ts";
