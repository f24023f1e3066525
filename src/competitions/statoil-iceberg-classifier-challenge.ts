import { dirname } from "node:path";
import type { Target } from "../contracts/preparation.ts";
import { jsonColumn } from "../frame/json/json-column.ts";
import { TableView } from "../frame/table-view.ts";
import { logLossByColumn } from "../grade/log-loss-by-column.ts";
import { writeSevenZip } from "../lib/archive/write-seven-zip.ts";
import { JsonFile, type JsonList } from "../lib/json/json-file.ts";
import { intOf, memberOf, recordOf } from "../lib/json/json-record.ts";
import type { JsonObject, JsonValue } from "../lib/json/json-value.ts";
import { LazyList, writeJson } from "../lib/json/write-json.ts";
import { trainTestSplit } from "../lib/random/train-test-split.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "statoil-iceberg-classifier-challenge",
  metric: "Log loss",
  submissionFormat:
    "Columns id and is_iceberg. One row per test radar image; is_iceberg is the probability (0 to 1) that it shows an iceberg.",
  rounding: "python",
  grade: logLossByColumn({ id: "id", target: "is_iceberg" }),

  async prepare({ extract, scratch, target, write, signal }) {
    const images = openList(await extract("train.json.7z", "data/processed/train.json"));
    const originalTest = openList(await extract("test.json.7z", "data/processed/test.json"));
    const [example] = originalTest.read([0]);
    const testFields = Array.from(recordOf(example!).keys());
    const { train, test } = trainTestSplit(images.length, { testSize: 0.2, seed: 0 });
    const pack = (file: string, archive: Target) => writeSevenZip(target(archive), dirname(file), { signal });

    const trainFile = scratch("train/train.json");
    await writeJson(trainFile, new LazyList(images.read(train)));
    await pack(trainFile, "public/train.json.7z");
    const testFile = scratch("test/test.json");
    await writeJson(testFile, new LazyList(onlyFields(images.read(test), testFields)));
    await pack(testFile, "public/test.json.7z");

    const ids = Array.from(images.read(test), (image) => memberOf(image, "id"));
    const labels = Array.from(images.read(test), (image) => intOf(image, "is_iceberg"));
    const answers = TableView.of([jsonColumn("id", ids), jsonColumn("is_iceberg", labels)]);
    const sample = answers.with("is_iceberg", { float: 0.5 });
    write("private/test.csv", answers);
    write("private/sample_submission.csv", sample);
    const sampleFile = scratch("sample/sample_submission.csv");
    sample.write(sampleFile);
    await pack(sampleFile, "public/sample_submission.csv.7z");
  },
});

function openList(file: string): JsonList {
  return new JsonFile(file).list();
}

function* onlyFields(images: Iterable<JsonValue>, names: readonly string[]): Generator<JsonObject> {
  for (const image of images) yield new Map(names.map((name) => [name, memberOf(image, name)]));
}
