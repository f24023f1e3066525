import { expect, test } from "vitest";
import { parseYaml } from "../../../src/agents/container/parse-yaml.ts";
import { type PythonMapping, pythonText } from "../../../src/agents/container/python-value.ts";
import { UsageError } from "../../../src/lib/errors.ts";

const read = (text: string) => parseYaml(text, "test.yaml").content as PythonMapping;

/** What `str(yaml.safe_load("k: " + text)["k"])` gives in PyYAML 6.0. */
const printed: Readonly<Record<string, string>> = {
  yes: "True",
  Off: "False",
  y: "y",
  True: "True",
  "010": "8",
  "0x1F": "31",
  "0b11": "3",
  "1_000": "1000",
  "1:30": "90",
  "1e3": "1e3",
  "1.0e+3": "1000.0",
  "1.0e3": "1.0e3",
  "1.5e-7": "1.5e-07",
  "-.inf": "-inf",
  ".NaN": "nan",
  "~": "None",
  "": "None",
  "0.10": "0.1",
  "1.": "1.0",
  "100000000000000000000": "100000000000000000000",
  "-0": "0",
  "08": "08",
  "0.00001": "1e-05",
  ".5": "0.5",
  "+.5": "+.5",
  "190:20:30.15": "685230.15",
  "2024-01-02": "2024-01-02",
  "+12": "12",
  '"1"': "1",
  "'True'": "True",
  "!!str 010": "010",
  "gpt-4o-2024-08-06": "gpt-4o-2024-08-06",
  "[1, 'a', 2.0, null, {b: \"it's\"}]": "[1, 'a', 2.0, None, {'b': \"it's\"}]",
};

test.each(Object.entries(printed))("`%s` is printed as Python prints it: %s", (text, expected) => {
  expect(pythonText(read(`k: ${text}`).get("k")!)).toBe(expected);
});

test("merged keys come first, own keys win, of several merges the first wins, aliases share", () => {
  const content = read(`
a: &a {x: 1, y: 2}
b: &b {y: 3, z: 4}
own: {w: 0, <<: *a, x: 9}
both: {<<: [*a, *b]}
nested: {<<: *a, list: [*a]}
`);
  const text = (key: string) => pythonText(content.get(key)!);
  expect(text("own")).toBe("{'x': 9, 'y': 2, 'w': 0}");
  expect(text("both")).toBe("{'y': 2, 'z': 4, 'x': 1}");
  expect(text("nested")).toBe("{'x': 1, 'y': 2, 'list': [{'x': 1, 'y': 2}]}");
});

test("of repeated keys the last counts", () => {
  expect(read("a: 1\na: 2\n").get("a")).toBe(2n);
});

test("names the mappings that are merged into others", () => {
  const { templates } = parseYaml("base: &b {x: 1}\nother: &o 3\nuser: {<<: *b, y: *o}\n", "test.yaml");
  expect([...templates]).toEqual(["base"]);
});

test.each([
  ["a: [1, 2", /test.yaml is not valid YAML/],
  ["a: *nowhere", /test.yaml is not valid YAML/],
  ["a: !!python/object:os.system x", /tag .* is unknown/],
  ["a: {<<: 3}", /needs a mapping/],
])("refuses `%s`", (text, message) => {
  expect(() => read(text)).toThrow(UsageError);
  expect(() => read(text)).toThrow(message);
});
