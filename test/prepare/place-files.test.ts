import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Target } from "../../src/contracts/preparation.ts";
import { MissingData } from "../../src/lib/errors.ts";
import { placeFiles } from "../../src/prepare/place-files.ts";
import { prepareContext } from "../support/prepare-context.ts";

test("files are put into place under the names they are given", () => {
  const context = prepareContext({ "train/a/1.png": "one", "train/b/2.png": "two" });
  const sources = new Map<Target, string>([
    ["public/test/x.png", "train/b/2.png"],
    ["public/test/y.png", "train/b/2.png"],
  ]);
  placeFiles(context, sources);
  expect(readdirSync(join(context.public, "test")).sort()).toEqual(["x.png", "y.png"]);
  expect(readFileSync(join(context.public, "test", "x.png"), "utf8")).toBe("two");
});

test("a file that is missing is named", () => {
  const context = prepareContext({ "train/1.png": "one" });
  const place = () => placeFiles(context, new Map([["public/2.png", "train/2.png"]]));
  expect(place).toThrow(MissingData);
  expect(place).toThrow("no file train/2.png");
});
