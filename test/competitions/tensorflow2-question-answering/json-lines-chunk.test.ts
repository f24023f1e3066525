import { expect, test } from "vitest";
import { JsonLinesChunk } from "../../../src/competitions/tensorflow2-question-answering/json-lines-chunk.ts";
import { ByteBuilder } from "../../../src/frame/printing/byte-writer.ts";

function read(...lines: string[]): JsonLinesChunk {
  const chunk = new JsonLinesChunk();
  for (const line of lines) chunk.add(Buffer.from(line), 0, Buffer.byteLength(line));
  chunk.finish();
  return chunk;
}

function print(chunk: JsonLinesChunk, names = chunk.names): string[] {
  const out = new ByteBuilder();
  for (let row = 0; row < chunk.length; row += 1) chunk.print(out, row, names);
  return out.bytes.toString("utf8", 0, out.length).split("\n").slice(0, -1);
}

test("every record gets every key, null where it had none; blank lines are no records", () => {
  const chunk = read('{"a": "x/y", "b": [1.0]}', "  ", '{ "c" : {} , "a" : "é" }', "{}");
  expect(print(chunk)).toEqual([
    '{"a":"x\\/y","b":[1.0],"c":null}',
    '{"a":"\\u00e9","b":null,"c":{}}',
    '{"a":null,"b":null,"c":null}',
  ]);
  expect(print(chunk, ["c", "a"])[1]).toBe('{"c":{},"a":"\\u00e9"}');
});

test("columns are typed by all their values", () => {
  expect(print(read('{"a": 1.0, "b": "1", "c": 1}', '{"a": 2, "b": "2.5", "c": "x"}'))).toEqual([
    '{"a":1,"b":1.0,"c":1}',
    '{"a":2,"b":2.5,"c":"x"}',
  ]);
});

test("a column becomes text as Python prints it", () => {
  const chunk = read('{"i": -8150529637804490371}', '{"i": 5}');
  expect(chunk.convertToText("i")).toEqual(["-8150529637804490371", "5"]);
  expect(print(chunk)).toEqual(['{"i":"-8150529637804490371"}', '{"i":"5"}']);
  expect(read('{"i": "a"}', '{"i": 1.50}', '{"i": null}', "{}").convertToText("i")).toEqual([
    "a",
    "1.5",
    "None",
    "nan",
  ]);
});

test("a chunk can be filled again", () => {
  const chunk = read('{"a": 1}');
  chunk.clear();
  chunk.add(Buffer.from('{"b": 2}'), 0, 8);
  chunk.finish();
  expect(print(chunk)).toEqual(['{"b":2}']);
});

test.each(["[1]", '{"a"}', '{"a": 1', '{"a": 1} x', '{"a": 1 "b": 2}'])("%s is refused", (line) => {
  expect(() => read(line)).toThrow(/JSON/);
});
