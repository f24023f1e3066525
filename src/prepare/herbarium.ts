import { join } from "node:path";
import type { Prepare, Target } from "../contracts/preparation.ts";
import { NumberColumn } from "../frame/column.ts";
import { TableView } from "../frame/table-view.ts";
import { JsonFile } from "../lib/json/json-file.ts";
import type { JsonParserOptions } from "../lib/json/json-parser.ts";
import { recordOf, textOf } from "../lib/json/json-record.ts";
import type { JsonObject, JsonValue } from "../lib/json/json-value.ts";
import { LazyList, writeJson } from "../lib/json/write-json.ts";
import { splitByCategory } from "./split-by-category.ts";

export interface HerbariumOptions extends JsonParserOptions {
  /** The folder of `train/` and `test/` with a slash, or "". */
  readonly folder: string;
  /** Members of the metadata to leave out of the public test metadata. */
  readonly withheld: readonly string[];
}

const layout = { indent: 4, sortKeys: true };

/** Prepares the herbarium competitions of 2020 and 2021: train images keep their names, test images get new ones. */
export function herbarium({ folder, withheld, ...options }: HerbariumOptions): Prepare {
  return async ({ raw, place, target, write }) => {
    const metadata = new JsonFile(join(raw, `${folder}train/metadata.json`), options);
    const { annotations, images, categories, train, test } = splitByCategory(metadata, {
      testSize: 0.2,
      imageId: "id",
    });
    const others = metadata.names.filter((name) => name !== "annotations" && name !== "images");
    const trainFolder: Target = `public/${folder}train`;
    const testFolder: Target = `public/${folder}test`;

    for (const image of images.read(train)) {
      place(`${folder}train/${textOf(image, "file_name")}`, `${trainFolder}/${textOf(image, "file_name")}`);
    }
    const trainMetadata = new Map<string, JsonValue | LazyList>(others.map((name) => [name, metadata.value(name)]));
    trainMetadata.set("annotations", new LazyList(annotations.read(train)));
    trainMetadata.set("images", new LazyList(images.read(train)));
    await writeJson(target(`${trainFolder}/metadata.json`), trainMetadata, layout);

    for (const [index, image] of enumerate(images.read(test))) {
      place(`${folder}train/${textOf(image, "file_name")}`, `${testFolder}/${testFile(index)}`);
    }
    const testMetadata = new Map<string, JsonValue | LazyList>(
      others.filter((name) => !withheld.includes(name)).map((name) => [name, metadata.value(name)]),
    );
    testMetadata.set("images", new LazyList(renumbered(images.read(test))));
    await writeJson(target(`${testFolder}/metadata.json`), testMetadata, layout);

    const answers = TableView.of([
      new NumberColumn("Id", "int64", Float64Array.from(test.keys())),
      new NumberColumn(
        "Predicted",
        "int64",
        Float64Array.from(test, (place) => categories[place]!),
      ),
    ]);
    write("private/answers.csv", answers);
    write("public/sample_submission.csv", answers.with("Predicted", 0));
  };
}

function testFile(index: number): string {
  return `images/${String(Math.floor(index / 1000)).padStart(3, "0")}/${index}.jpg`;
}

function* renumbered(images: Iterable<JsonValue>): Generator<JsonObject> {
  for (const [index, image] of enumerate(images)) {
    yield recordOf(image).set("id", String(index)).set("file_name", testFile(index));
  }
}

function* enumerate<T>(items: Iterable<T>): Generator<[number, T]> {
  let index = 0;
  for (const item of items) yield [index++, item];
}
