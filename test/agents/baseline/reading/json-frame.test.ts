import { expect, test } from "vitest";
import { jsonFrame } from "../../../../src/agents/baseline/reading/json-frame.ts";
import { asText } from "../../../../src/frame/as-text.ts";

const read = (text: string) => {
  const table = jsonFrame(Buffer.from(text));
  return Object.fromEntries(
    table.names.map((name) => [name, [table.column(name).kind, ...asText(table.column(name))]]),
  );
};

test("columns get the types that a CSV file would give them, gaps included", () => {
  const records = [
    { id: 1, name: "a", share: 0.5, is: true, mixed: "x", no: null },
    { id: 2, name: "b", share: null, is: false, mixed: 3, no: null },
    { id: 3, share: 2, is: true, extra: false },
  ];
  expect(read(JSON.stringify(records))).toEqual({
    id: ["int64", "1", "2", "3"],
    name: ["text", "a", "b", "nan"],
    share: ["float64", "0.5", "nan", "2.0"],
    is: ["bool", "True", "False", "True"],
    mixed: ["text", "x", "3", "nan"],
    no: ["bool-with-gaps", "nan", "nan", "nan"],
    extra: ["bool-with-gaps", "nan", "nan", "False"],
  });
});

test("lists of numbers become statistics, lists of texts one text, records of records nothing", () => {
  const {
    "band length": length,
    "band mean": mean,
    "band largest": largest,
    words,
    ...rest
  } = read('[{"band": [1, 2, 6], "words": ["a", "b"], "deep": {"x": 1}}, {"band": [], "words": [], "deep": null}]');
  expect(length).toEqual(["float64", "3.0", "0.0"]);
  expect(mean).toEqual(["float64", "3.0", "nan"]);
  expect(largest![1]).toBe("6.0");
  expect(words).toEqual(["text", "a b", ""]);
  expect(Object.keys(rest)).toEqual(["band deviation", "band least"]);
});

test("lines, columns by name, pandas' columns of rows and Python's NaN are understood", () => {
  const expected = { a: ["float64", "1.0", "nan"], b: ["text", "x", "y"] };
  expect(read('{"a": 1, "b": "x"}\n\n{"a": NaN, "b": "y"}\n')).toEqual(expected);
  expect(read('{"a": [1, NaN], "b": ["x", "y"]}')).toEqual(expected);
  expect(read('{"a": {"0": 1, "1": null}, "b": {"0": "x", "1": "y"}}')).toEqual(expected);
});

test("images of a COCO file get the category of their first annotation, as text", () => {
  const images = [
    { id: 7, file_name: "7.jpg" },
    { id: 8, file_name: "8.jpg" },
    { id: 9, file_name: "9.jpg" },
  ];
  const annotations = [
    { image_id: 8, category_id: 0 },
    { image_id: 7, category_id: 3 },
    { image_id: 7, category_id: 4 },
  ];
  expect(read(JSON.stringify({ info: {}, images, annotations, categories: [] }))).toEqual({
    id: ["int64", "7", "8"],
    file_name: ["text", "7.jpg", "8.jpg"],
    category_id: ["text", "3", "0"],
  });
  expect(Object.keys(read(JSON.stringify({ images })))).toEqual(["id", "file_name"]);
});

test("anything else is refused with a reason", () => {
  for (const text of ["[1]", '"text"', "{}", '{"a": 1}']) {
    expect(() => read(text)).toThrow("its JSON is not a table of records");
  }
  expect(() => read('[{"a": 1}')).toThrow("its JSON is damaged");
});
