import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { extractArchive } from "../../src/lib/archive/extract-archive.ts";
import { MissingData } from "../../src/lib/errors.ts";
import { zipById } from "../../src/prepare/zip-by-id.ts";
import { prepareContext } from "../support/prepare-context.ts";

const files = { "train/a.jpg": "first", "train/b.jpg": "second", "train/c.jpg": "third" };

test("the files of the ids are packed without their folder, each once", async () => {
  const context = prepareContext(files);
  await zipById(context, ["c", "a", "c"], { from: "train", to: "public/test.zip", ending: ".jpg" });

  const content = join(context.raw, "content");
  await extractArchive(join(context.public, "test.zip"), content);
  expect(readdirSync(content).sort()).toEqual(["a.jpg", "c.jpg"]);
  expect(readFileSync(join(content, "c.jpg"), "utf8")).toBe("third");
});

test("an id without a file is named", async () => {
  const context = prepareContext(files);
  const packing = zipById(context, ["a.jpg", "z.jpg"], { from: join(context.raw, "train"), to: "public/test.zip" });
  await expect(packing).rejects.toThrow(MissingData);
  await expect(packing).rejects.toThrow(/z\.jpg/);
  expect(readdirSync(context.public)).toEqual([]);
});
