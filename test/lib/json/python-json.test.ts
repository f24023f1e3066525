import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { BenchError } from "../../../src/lib/errors.ts";
import { readJsonLines } from "../../../src/lib/json/json-lines.ts";
import { type JsonValue, PythonFloat, pythonFloat } from "../../../src/lib/json/json-value.ts";
import { parseJson } from "../../../src/lib/json/parse-json.ts";
import { printJson } from "../../../src/lib/json/print-json.ts";
import { writeJson } from "../../../src/lib/json/write-json.ts";
import { goldenJson } from "../../support/golden-json.ts";

const { documents } = goldenJson<{ documents: [text: string, printed: [string, string, string] | null][] }>(
  "text/json",
);

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "json-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe("parseJson and printJson", () => {
  test("read and print documents as Python does", () => {
    for (const [text, printed] of documents) {
      if (printed === null) continue;
      const value = parseJson(text);
      expect([
        printJson(value),
        printJson(value, { indent: 4, sortKeys: true }),
        printJson(value, { indent: 0 }),
      ]).toEqual(printed);
    }
  });

  test("refuse what Python refuses", () => {
    for (const [text, printed] of documents) {
      if (printed === null) expect(() => parseJson(text), JSON.stringify(text)).toThrow(BenchError);
    }
  });

  test("keep what JSON.parse loses", () => {
    const value = parseJson('{"10": 1.0, "9": 1, "10": 2.5, "big": 9007199254740993}') as Map<string, JsonValue>;
    expect(Array.from(value)).toEqual([
      ["10", 2.5],
      ["9", 1],
      ["big", 9007199254740993n],
    ]);
    expect(parseJson("[1.0, -0.0]")).toEqual([new PythonFloat(1), new PythonFloat(-0)]);
    expect([pythonFloat(2), pythonFloat(2.5)]).toEqual([new PythonFloat(2), 2.5]);
  });

  test("read bytes as UTF-8 or, if asked to, as Latin-1", () => {
    const bytes = Buffer.from([0x22, 0xe9, 0x22]);
    expect(parseJson(bytes, { encoding: "latin1" })).toBe("é");
    expect(() => parseJson(bytes)).toThrow("text that is not UTF-8");
    expect(parseJson(Buffer.from('"\ufffd é"'))).toBe("\ufffd é");
    expect(parseJson(Buffer.from("[1]xx").subarray(0, 3))).toEqual([1]);
  });

  test("say where a document is malformed", () => {
    expect(() => parseJson('{\n  "a": 1,\n  b: 2}')).toThrow("at line 3, byte 3: expected a key in double quotes");
    expect(() => parseJson(Buffer.from("truexx").subarray(0, 3))).toThrow("expected a value");
  });

  test("follow deep nesting, up to a limit", () => {
    const deep = "[".repeat(900) + "]".repeat(900);
    expect(printJson(parseJson(deep))).toBe(deep);
    expect(() => parseJson("[".repeat(5000))).toThrow("levels of nesting");
  });

  test("print whole numbers without an exponent, whatever their type", () => {
    expect(printJson([1e21, -0, 2n ** 70n])).toBe("[1000000000000000000000, 0, 1180591620717411303424]");
  });
});

describe("long documents", () => {
  const rows: JsonValue = Array.from(
    { length: 40_000 },
    (_, id) =>
      new Map<string, JsonValue>([
        ["id", id],
        ["text", "é/x"],
      ]),
  );

  test("are written and read back from files", () =>
    inFolder(async (folder) => {
      const path = join(folder, "rows.json");
      await writeJson(path, rows);
      expect(printJson(parseJson(await readFile(path)))).toBe(printJson(rows));
    }));
});

describe("readJsonLines", () => {
  test("reads one record after another and skips blank lines", () =>
    inFolder(async (folder) => {
      const path = join(folder, "records.jsonl");
      await writeFile(path, '{"a": 1.0}\r\n\n  \n[2]\n"last"');
      expect(Array.from(readJsonLines(path), (record) => printJson(record))).toEqual(['{"a": 1.0}', "[2]", '"last"']);
    }));

  test("reads records longer than a chunk", () =>
    inFolder(async (folder) => {
      const path = join(folder, "records.jsonl");
      const long = "x".repeat(3_000_000);
      await writeFile(path, `"${long}"\n1\n"${long}"\n`);
      expect(Array.from(readJsonLines(path))).toEqual([long, 1, long]);
    }));

  test("names the file and the line of a malformed record", () =>
    inFolder(async (folder) => {
      const path = join(folder, "records.jsonl");
      await writeFile(path, '1\n\n{"a": }\n');
      expect(() => Array.from(readJsonLines(path))).toThrow(/records\.jsonl, line 3: .*expected a value/);
    }));
});
