export { readJsonLines } from "../json/json-lines.ts";
export type { JsonParserOptions } from "../json/json-parser.ts";
export { type JsonObject, type JsonValue, PythonFloat, pythonFloat } from "../json/json-value.ts";
export { parseJson } from "../json/parse-json.ts";
export { jsonChunks, type PrintJsonOptions, printJson, writeJson } from "../json/print-json.ts";
