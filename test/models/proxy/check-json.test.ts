import { expect, test } from "vitest";
import { dangerOf } from "../../../src/models/proxy/check-json.ts";

const check = (json: string): string | null => dangerOf(Buffer.from(json));

test.each([
  '{"model":"a","messages":[{"model":"b"},{"model":"c"}],"tools":[{"x":1,"x":2}]}',
  '{"a":"model","b":"model\\"","c":["model","model"],"model":"{[,"}',
  `{"model":"a","x":${"[".repeat(400)}${"]".repeat(400)}}`,
  "not JSON",
  '{"model":"a","model',
])("an ordinary request, or one that cannot be parsed, passes: %s", (json) => {
  expect(check(json)).toBeNull();
});

test.each([
  '{"model":"a","model":"b"}',
  '{"model":"a" , "x":[1,{"y":2}], "Model" :"b"}',
  '{"mod\\u0065l":"a","model":"b"}',
])("a request with two models is refused: %s", (json) => {
  expect(check(json)).toBe("The request has more than one member `model`.");
});

test.each(["[", '{"a":'])("a request that is nested too deeply is refused, whatever it consists of: %s", (open) => {
  expect(check(`{"model":"a","x":${open.repeat(600)}`)).toMatch(/nested more than 500 levels/);
});
