import { describe, expect, test } from "vitest";
import { findMembers } from "../../../src/lib/json/find-members.ts";

const find = (text: string, ...names: string[]) => {
  const bytes = Buffer.from(`xx${text}yy`);
  return Object.fromEntries(findMembers(bytes, 2, bytes.length - 2, names));
};

describe("findMembers", () => {
  test("returns the text of the given members and skips everything else", () => {
    const record = { skip: [{ a: "]}\\" }, { wanted: 1 }], wanted: { b: ['"', "\\"] }, é: "é", n: -1.5e3, t: true };
    const text = JSON.stringify(record);
    expect(find(text, "wanted", "n")).toEqual({ wanted: '{"b":["\\"","\\\\"]}', n: "-1500" });
    expect(find(text, "é", "t", "absent")).toEqual({ é: '"é"', t: "true" });
  });

  test("accepts whitespace anywhere between tokens", () => {
    expect(find(' {\t"a" : [ 1 , 2 ] , "b": "x" }\r\n', "a", "b")).toEqual({ a: "[ 1 , 2 ]", b: '"x"' });
  });

  test("takes the last of repeated members, as Python does", () => {
    expect(find('{"a":1,"a":2}', "a")).toEqual({ a: "2" });
  });

  test("finds nothing in an empty object", () => {
    expect(find("{}", "a")).toEqual({});
  });

  test.each(["", "[1]", '{"a":1', '{"a" 1}', '{"a":"x}', '{"a":1,b}'])("refuses what is not an object: %s", (text) => {
    expect(() => find(text, "a")).toThrow(/Malformed JSON object near byte/);
  });
});
