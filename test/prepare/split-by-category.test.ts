import { join } from "node:path";
import { expect, test } from "vitest";
import { JsonFile } from "../../src/lib/json/json-file.ts";
import { splitByCategory } from "../../src/prepare/split-by-category.ts";
import { prepareContext } from "../support/prepare-context.ts";

function metadata(categories: readonly number[], shift = 0): JsonFile {
  const annotations = categories.map((category, id) => ({ image_id: id + shift, category_id: category }));
  const images = categories.map((_, id) => ({ id }));
  const context = prepareContext({ "metadata.json": JSON.stringify({ annotations, images }) });
  return new JsonFile(join(context.raw, "metadata.json"));
}

const options = { testSize: 0.2, imageId: "id" };

test("categories come in the order of their first appearance; small ones give their last image, single ones none", () => {
  const { train, test: held, categories } = splitByCategory(metadata([7, 3, 7, 5, 3, 3]), options);
  expect(train).toEqual([0, 1, 4, 3]);
  expect([...held].sort()).toEqual([2, 5]);
  expect([...categories]).toEqual([7, 3, 7, 5, 3, 3]);
});

test("large categories are split with the same seed each", () => {
  const { train } = splitByCategory(metadata([...new Array(5).fill(1), ...new Array(5).fill(2)]), options);
  expect(train.slice(4).map((place) => place - 5)).toEqual(train.slice(0, 4));
});

test("a category of one image has no place in the test part unless small ones are spared", () => {
  expect(() => splitByCategory(metadata([1]), { ...options, sparesSmall: false })).toThrow("no train rows");
});

test("an annotation that is not about the image at its place is refused", () => {
  expect(() => splitByCategory(metadata([1, 1], 1), options)).toThrow("Annotation 0: found image 1");
});
