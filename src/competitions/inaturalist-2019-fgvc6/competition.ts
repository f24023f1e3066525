import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Prepare } from "../../contracts/preparation.ts";
import { type Column, NumberColumn } from "../../frame/column.ts";
import { Frame } from "../../frame/frame.ts";
import { jsonColumn } from "../../frame/json/json-column.ts";
import { TableView } from "../../frame/table-view.ts";
import { alignById } from "../../grade/align.ts";
import { requireColumns, requireSameLength } from "../../grade/checks.ts";
import { countMatches } from "../../grade/count-matches.ts";
import { requireCommonIntegers } from "../../grade/require-common-integers.ts";
import { writeTar } from "../../lib/archive/write-tar.ts";
import { InvalidSubmission } from "../../lib/errors.ts";
import { JsonFile } from "../../lib/json/json-file.ts";
import { memberOf, recordOf, textOf } from "../../lib/json/json-record.ts";
import type { JsonObject, JsonValue } from "../../lib/json/json-value.ts";
import { LazyList, writeJson } from "../../lib/json/write-json.ts";
import { parsePythonInt } from "../../lib/python/python-int.ts";
import { splitWhitespace } from "../../lib/python/python-text.ts";
import { CPythonRandom } from "../../lib/random/cpython-random.ts";
import { splitByCategory } from "../../prepare/split-by-category.ts";
import { defineCompetition } from "../define-competition.ts";
import { pickFiles } from "./pick-files.ts";

const layout = { indent: 4, sortKeys: true };
const trainFolder = "train_val2019/";

export default defineCompetition({
  id: "inaturalist-2019-fgvc6",
  metric: "Top-1 error rate (1 - accuracy)",
  submissionFormat:
    "Columns id (image number) and predicted: one row per test image, with category numbers separated by blanks, best first. Only the first one counts.",
  rounding: "python",
  grade(submission, answers) {
    requireSameLength(submission, answers);
    requireColumns(submission, "id", "predicted");
    const best = Frame.of([submission.column("id"), bestCategories(submission.column("predicted"))]);
    const aligned = alignById(best, answers, "id");
    const right = countMatches(aligned.answers.column("predicted"), aligned.submission.column("predicted"));
    return 1 - right / answers.length;
  },

  prepare: cut({ hasFolder: true }),
  // Upstream: the public archive lacks the folder that the file names begin with.
  rehearse: cut({ hasFolder: false }),
});

/** Cuts the training data, whose archive may have its files in a folder, as their names say. */
function cut({ hasFolder }: { readonly hasFolder: boolean }): Prepare {
  return async ({ raw, place, target, write, signal }) => {
    const metadata = new JsonFile(join(raw, "train2019.json"));
    const { annotations, images, categories, train, test } = splitByCategory(metadata, {
      testSize: 0.12,
      imageId: "id",
    });
    const others = metadata.names.filter((name) => name !== "annotations" && name !== "images");
    const trainMetadata = new Map<string, JsonValue | LazyList>(others.map((name) => [name, metadata.value(name)]));
    trainMetadata.set("annotations", new LazyList(annotations.read(train)));
    trainMetadata.set("images", new LazyList(images.read(train)));
    await writeJson(target("public/train2019.json"), trainMetadata, layout);
    place("val2019.json", "public/val2019.json");
    const testMetadata = new Map<string, JsonValue | LazyList>(
      others.filter((name) => name !== "categories").map((name) => [name, metadata.value(name)]),
    );
    testMetadata.set("images", new LazyList(withoutFolders(images.read(test))));
    await writeJson(target("public/test2019.json"), testMetadata, layout);

    const ids = Array.from(images.read(test), (image) => memberOf(image, "id"));
    const answers = TableView.of([
      jsonColumn("id", ids),
      new NumberColumn(
        "predicted",
        "int64",
        Float64Array.from(test, (place) => categories[place]!),
      ),
    ]);
    write("private/answers.csv", answers);
    // Upstream: a new random generator for every row gives all rows the same category.
    write("public/kaggle_sample_submission.csv", answers.with("predicted", new CPythonRandom(42).randint(0, 1009)));

    const unpacked = existsSync(join(raw, trainFolder));
    const source = unpacked ? { folder: raw } : { archive: join(raw, "train_val2019.tar.gz") };
    const stored = (path: string) => (hasFolder ? path : path.replace(trainFolder, ""));
    const trainFiles = namesOf(images.read(train), (path) => path.replace(trainFolder, ""), stored);
    const testFiles = namesOf(images.read(test), baseName, stored);
    // Upstream: neither archive is compressed, despite the name.
    await writeTar(target("public/train_val2019.tar.gz"), pickFiles(source, trainFiles), { signal });
    await writeTar(target("public/test2019.tar.gz"), pickFiles(source, testFiles), { signal });
  };
}

/** The new names of the image files, with the paths at which they are stored. */
function namesOf(
  images: Iterable<JsonValue>,
  rename: (path: string) => string,
  stored: (path: string) => string,
): Map<string, string> {
  const paths = Array.from(images, (image) => textOf(image, "file_name"));
  return new Map(paths.map((path) => [rename(path), stored(path)]));
}

function* withoutFolders(images: Iterable<JsonValue>): Generator<JsonObject> {
  for (const image of images) {
    yield recordOf(image).set("file_name", `test2019/${baseName(textOf(image, "file_name"))}`);
  }
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The first category of every row, parsed with Python's `int()` unless the column is whole numbers or booleans. */
function bestCategories(column: Column): NumberColumn {
  if (column.kind === "text") {
    const categories = Array.from({ length: column.length }, (_, row) => firstCategory(column.at(row), row));
    requireCommonIntegers("predicted", categories);
    return new NumberColumn("predicted", "int64", Float64Array.from(categories, Number));
  }
  if (column.kind === "float64" || column.kind === "bool-with-gaps") {
    throw new InvalidSubmission(
      'Column "predicted" holds gaps or numbers with a fraction point; every row needs whole numbers such as "12" or "12 7 9".',
    );
  }
  if (column.kind === "uint64") requireCommonIntegers("predicted", column.wide!);
  return column;
}

function firstCategory(cell: string | null, row: number): bigint {
  const token = splitWhitespace(cell ?? "")[0];
  const category = token === undefined ? null : parsePythonInt(token);
  if (category !== null) return category;
  const found = token === undefined ? "no category" : JSON.stringify(token.slice(0, 60));
  throw new InvalidSubmission(`Column "predicted" holds ${found} in row ${row + 1}, expected a category number.`);
}
