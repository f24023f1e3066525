import { join } from "node:path";
import { NumberColumn } from "../frame/column.ts";
import { FileWriter } from "../frame/printing/byte-writer.ts";
import { TableView } from "../frame/table-view.ts";
import { accuracyByColumn } from "../grade/accuracy-by-column.ts";
import { BenchError } from "../lib/errors.ts";
import {
  type BsonElement,
  bsonDocument,
  bsonElements,
  bsonInteger,
  readBsonDocuments,
} from "../lib/formats/bson-documents.ts";
import { trainTestSplit } from "../lib/random/train-test-split.ts";
import { sortRows } from "../prepare/sort-rows.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "cdiscount-image-classification-challenge",
  metric: "Accuracy",
  submissionFormat: "Columns _id and category_id: one row per test product, with the 10-digit number of its category.",
  rounding: "python",
  grade: accuracyByColumn({ id: "_id", target: "category_id" }),

  async prepare({ raw, write, place, target }) {
    const source = join(raw, "train.bson");
    const products = readProducts(source);
    const { test } = trainTestSplit(products.length, { testSize: 0.1, seed: 0 });
    const answers = sortRows(products.take(test), "_id");
    write("private/answers.csv", answers);
    write("public/sample_submission.csv", answers.with("category_id", 1000010653));
    place("category_names.csv", "public/category_names.csv");

    const isTest = new Uint8Array(products.length);
    for (const row of test) isTest[row] = 1;
    const file = (name: string) => new FileWriter(target(`public/${name}.bson`));
    const files = { train: file("train"), test: file("test"), example: file("train_example") };
    let [row, examples] = [0, 0];
    for (const document of readBsonDocuments(source)) {
      const elements = idFirst(bsonElements(document));
      if (isTest[row] === 1) {
        files.test.append(bsonDocument(elements.filter(({ name }) => name !== "category_id")));
      } else {
        const product = bsonDocument(elements);
        files.train.append(product);
        if (examples < 100) files.example.append(product);
        examples += 1;
      }
      row += 1;
    }
    for (const writer of Object.values(files)) writer.close();
  },
});

/** The id and category of every product, in file order. */
function readProducts(path: string): TableView {
  const [ids, categories]: [number[], number[]] = [[], []];
  for (const document of readBsonDocuments(path)) {
    const elements = bsonElements(document);
    const read = (wanted: string): number => {
      const element = elements.find(({ name }) => name === wanted);
      if (element === undefined) throw new BenchError("bson", `Document ${ids.length} of ${path} has no "${wanted}".`);
      return bsonInteger(element);
    };
    categories.push(read("category_id"));
    ids.push(read("_id"));
  }
  return TableView.of([
    new NumberColumn("_id", "int64", Float64Array.from(ids)),
    new NumberColumn("category_id", "int64", Float64Array.from(categories)),
  ]);
}

/** Upstream: documents are decoded and encoded again, which only moves `_id` to the front. */
function idFirst(elements: readonly BsonElement[]): BsonElement[] {
  return [...elements.filter(({ name }) => name === "_id"), ...elements.filter(({ name }) => name !== "_id")];
}
