import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MissingData } from "../../src/lib/errors.ts";
import { placeById, placeFolders } from "../../src/prepare/place-by-id.ts";
import { prepareContext } from "../support/prepare-context.ts";

test("one file per id is put into place, however often the id occurs", () => {
  const context = prepareContext({ "train/1.png": "one", "train/2.png": "two", "train/3.png": "three" });
  placeById(context, ["3", "1", "3"], { from: "train", to: "public/test", ending: ".png" });
  expect(readdirSync(join(context.public, "test")).sort()).toEqual(["1.png", "3.png"]);
  expect(readFileSync(join(context.public, "test", "3.png"), "utf8")).toBe("three");
});

test("a folder per id comes with all it holds", () => {
  const context = prepareContext({ "train/p/deep/x.dcm": "x", "train/p/y.dcm": "y", "train/q/z.dcm": "z" });
  placeFolders(context, ["p"], { from: "train", to: "public/train" });
  expect(readdirSync(join(context.public, "train"))).toEqual(["p"]);
  expect(readFileSync(join(context.public, "train/p/deep/x.dcm"), "utf8")).toBe("x");
});

test("an id without a file is named, with the folder where it was looked for", () => {
  const context = prepareContext({ "train/1.png": "one" });
  const place = () => placeById(context, ["1", "2"], { from: "train", to: "public/test", ending: ".png" });
  let failure: unknown;
  try {
    place();
  } catch (error) {
    failure = error;
  }
  expect(failure).toBeInstanceOf(MissingData);
  expect(String(failure)).toContain('id "2" in train');
});
