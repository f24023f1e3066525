import { JsonParser, type JsonParserOptions } from "./json-parser.ts";
import type { JsonValue } from "./json-value.ts";

/**
 * Python's `json.loads`, without loss. Reads the bytes directly, so a document may be longer than a JavaScript string
 * can be. As strict as Python: no comments, no trailing commas, `NaN` and `Infinity` allowed, text that is not UTF-8
 * refused (unless `encoding` is latin1).
 */
export function parseJson(bytes: Uint8Array | string, options: JsonParserOptions = {}): JsonValue {
  const buffer =
    typeof bytes === "string" ? Buffer.from(bytes) : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return new JsonParser(options).parse(buffer, 0, buffer.length);
}
