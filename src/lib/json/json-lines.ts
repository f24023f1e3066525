import { BenchError } from "../errors.ts";
import { mapLines } from "../python/python-lines.ts";
import { JsonParser, type JsonParserOptions } from "./json-parser.ts";
import type { JsonValue } from "./json-value.ts";

/**
 * The records of a JSON-lines file one by one, without loading the whole file: `json.loads(line)` for every line that
 * is not blank. Errors name the file and the line.
 */
export function* readJsonLines(path: string, options: JsonParserOptions = {}): Generator<JsonValue> {
  const parser = new JsonParser(options);
  let lineNumber = 0;
  const records = mapLines(path, (bytes, start, end) => {
    lineNumber++;
    if (isBlank(bytes, start, end)) return undefined;
    try {
      return parser.parse(bytes, start, end);
    } catch (cause) {
      throw new BenchError("malformed-json", `${path}, line ${lineNumber}: ${(cause as Error).message}`, { cause });
    }
  });
  for (const record of records) {
    if (record !== undefined) yield record;
  }
}

function isBlank(bytes: Buffer, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const byte = bytes[i]!;
    if (byte !== 0x20 && byte !== 0x09) return false;
  }
  return true;
}
