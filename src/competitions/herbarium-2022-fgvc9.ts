import { join } from "node:path";
import { NumberColumn } from "../frame/column.ts";
import { TableView } from "../frame/table-view.ts";
import { macroF1ByColumn } from "../grade/macro-f1-by-column.ts";
import { JsonFile } from "../lib/json/json-file.ts";
import { recordOf, textOf } from "../lib/json/json-record.ts";
import type { JsonObject, JsonValue } from "../lib/json/json-value.ts";
import { LazyList, writeJson } from "../lib/json/write-json.ts";
import { splitByCategory } from "../prepare/split-by-category.ts";
import { defineCompetition } from "./define-competition.ts";

const layout = { indent: 4, sortKeys: true };

export default defineCompetition({
  id: "herbarium-2022-fgvc9",
  metric: "Macro F1",
  submissionFormat: "Columns Id and Predicted. One row per test image; Predicted is the category id, a whole number.",
  knownProblems: [
    "The mean is over all categories of the answers and the predictions: predicting a category that does not occur lowers the score.",
  ],
  grade: macroF1ByColumn({ id: "Id", target: "Predicted" }),

  async prepare({ raw, place, target, write }) {
    const metadata = new JsonFile(join(raw, "train_metadata.json"));
    const split = splitByCategory(metadata, { testSize: 0.2, imageId: "image_id", sparesSmall: false });
    const { annotations, images, categories } = split;
    const train = nameTrainImages(Float64Array.from(split.train, (place) => categories[place]!));
    const test = split.test.map((_, index) => {
      const name = `${digits(index / 1000, 3)}/test-${digits(index, 6)}.jpg`;
      return { image_id: String(index), file_name: name };
    });

    let index = 0;
    for (const image of images.read(split.train)) {
      place(`train_images/${textOf(image, "file_name")}`, `public/train_images/${train[index++]!.file_name}`);
    }
    index = 0;
    for (const image of images.read(split.test)) {
      place(`train_images/${textOf(image, "file_name")}`, `public/test_images/${test[index++]!.file_name}`);
    }

    const trainMetadata = new Map<string, JsonValue | LazyList>();
    for (const name of metadata.names) {
      if (name !== "annotations" && name !== "images") trainMetadata.set(name, metadata.value(name));
    }
    trainMetadata.set("annotations", new LazyList(renamed(annotations.read(split.train), train, ["image_id"])));
    trainMetadata.set("images", new LazyList(renamed(images.read(split.train), train, ["image_id", "file_name"])));
    await writeJson(target("public/train_metadata.json"), trainMetadata, layout);
    const testImages = new LazyList(renamed(images.read(split.test), test, ["image_id", "file_name"]));
    await writeJson(target("public/test_metadata.json"), testImages, layout);

    const answers = TableView.of([
      new NumberColumn("Id", "int64", Float64Array.from(test.keys())),
      new NumberColumn(
        "Predicted",
        "int64",
        Float64Array.from(split.test, (place) => categories[place]!),
      ),
    ]);
    write("private/answers.csv", answers);
    write("public/sample_submission.csv", answers.with("Predicted", 42));
  },
});

interface ImageName {
  readonly image_id: string;
  readonly file_name: string;
}

/** Renumbers train images within their category: `15504__037` becomes `155/04/15504__037.jpg`. */
function nameTrainImages(categories: Float64Array): ImageName[] {
  let number = 0;
  return Array.from(categories, (category, index) => {
    number = category === categories[index - 1] ? number + 1 : 1;
    const id = `${digits(category, 5)}__${digits(number, 3)}`;
    return { image_id: id, file_name: `${digits(category / 100, 3)}/${digits(category % 100, 2)}/${id}.jpg` };
  });
}

/** The records, with some members from the image's new name. */
function* renamed(
  records: Iterable<JsonValue>,
  names: readonly ImageName[],
  members: readonly (keyof ImageName)[],
): Generator<JsonObject> {
  let index = 0;
  for (const record of records) {
    const name = names[index++]!;
    for (const member of members) recordOf(record).set(member, name[member]);
    yield recordOf(record);
  }
}

function digits(value: number, count: number): string {
  return String(Math.floor(value)).padStart(count, "0");
}
