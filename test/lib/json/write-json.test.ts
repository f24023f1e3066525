import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../src/lib/json/json-value.ts";
import { parseJson } from "../../../src/lib/json/parse-json.ts";
import { type PrintJsonOptions, printJson } from "../../../src/lib/json/print-json.ts";
import { LazyList, writeJson } from "../../../src/lib/json/write-json.ts";

const text =
  '{"z": [], "a": [1, 1.0, -0.0, 1e22, 1e-7, 0.1, 123456789012345678901, NaN, -Infinity, null, true, "é\\n\\u007f/😀"],' +
  '"list": [{"b": {"10": {}, "9": [[], [1]]}, "a": 2}, [], {}, "x"], "é": {"y": 1, "x": [2]}}';

async function print(document: Parameters<typeof writeJson>[1], options: PrintJsonOptions): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "mlebench-json-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "document.json");
  await writeJson(path, document, options);
  return readFileSync(path, "utf8");
}

test.each([{}, { indent: 4 }, { sortKeys: true }, { indent: 1, sortKeys: true }])(
  "lists made while they are written print as if the document were whole: %j",
  async (options) => {
    const whole = parseJson(text) as JsonObject;
    const lazy = Array.from(whole, ([name, value]): [string, JsonValue | LazyList] => [
      name,
      Array.isArray(value) ? new LazyList(value) : value,
    ]);
    expect(await print(new Map(lazy), options)).toBe(printJson(whole, options));
    const list = whole.get("list") as JsonValue[];
    expect(await print(new LazyList(list), options)).toBe(printJson(list, options));
    expect(await print(new LazyList([]), options)).toBe("[]");
    expect(await print(new Map(), options)).toBe("{}");
    for (const value of [whole, list, 1.5, null]) expect(await print(value, options)).toBe(printJson(value, options));
  },
);
