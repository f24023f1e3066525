import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { JsonFile } from "../../../src/lib/json/json-file.ts";
import { parseJson } from "../../../src/lib/json/parse-json.ts";

function open(text: string | Buffer, options = {}): JsonFile {
  const folder = mkdtempSync(join(tmpdir(), "mlebench-json-file-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "document.json");
  writeFileSync(path, text);
  return new JsonFile(path, options);
}

const records = Array.from({ length: 500 }, (_, id) => ({
  id,
  text: `brackets ]} and \\"quotes\\" ${"é".repeat(id)}`,
  deep: [[], {}, [{ a: [id] }]],
}));

describe("JsonFile", () => {
  test("elements of a list are read one by one, in any order", () => {
    const list = open(` \n${JSON.stringify(records, null, 2)}\r\n `).list();
    expect(list.length).toBe(500);
    expect(Array.from(list.read())).toEqual(parseJson(JSON.stringify(records)));
    const order = [499, 0, 250, 250];
    expect(Array.from(list.read(order))).toEqual(parseJson(JSON.stringify(order.map((place) => records[place]))));
  });

  test("a document may be larger than what is read at once", () => {
    const texts = Array.from({ length: 3000 }, (_, length) => '\\"]}'.repeat(length % 700));
    expect(Array.from(open(JSON.stringify(texts)).list().read())).toEqual(texts);
  });

  test("members of an object are read as a whole or, if they are lists, element by element", () => {
    const file = open('{"a" : [1.0 , "x",[2]],\n "b":{"c":[3]} ,"10":null,"e":[ ]}');
    expect(file.names).toEqual(["a", "b", "10", "e"]);
    expect(Array.from(file.list("a").read([2, 1]))).toEqual([[2], "x"]);
    expect(file.value("b")).toEqual(new Map([["c", [3]]]));
    expect(file.value("10")).toBeNull();
    expect(file.list("e").length).toBe(0);
  });

  test("the last value of a repeated key counts", () => {
    const file = open('{"a": [1], "b": 2, "\\u0061": [3, 4]}');
    expect(file.names).toEqual(["a", "b"]);
    expect(Array.from(file.list("a").read())).toEqual([3, 4]);
  });

  test("text can be Latin-1", () => {
    expect(open(Buffer.from('{"ö": "ö"}', "latin1"), { encoding: "latin1" }).value("ö")).toBe("ö");
  });

  test.each(["", "1", "[1", "[1,]", "[,1]", "[1]]", "[1] [2]", '{"a" 1}', '{"a":}', '{"a":1,}', '{"a":[1,]}', "{:1}"])(
    "%s is refused",
    (text) => {
      expect(() => open(text)).toThrow(/malformed JSON/);
    },
  );

  test("an error names the member that is missing", () => {
    expect(() => open('{"a": 1}').value("b")).toThrow('has no member "b" among a');
    expect(() => open('{"a": 1}').list("a")).toThrow("a is not a list");
    expect(() => Array.from(open("[1, nope]").list().read())).toThrow("document.json");
  });
});
