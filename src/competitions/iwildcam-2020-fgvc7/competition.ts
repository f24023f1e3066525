import { readFileSync } from "node:fs";
import { join } from "node:path";
import { NumberColumn } from "../../frame/column.ts";
import { jsonColumn, pythonText } from "../../frame/json/json-column.ts";
import { TableView } from "../../frame/table-view.ts";
import { accuracyByColumn } from "../../grade/accuracy-by-column.ts";
import { memberOf } from "../../lib/json/json-record.ts";
import type { JsonObject, JsonValue } from "../../lib/json/json-value.ts";
import { parseJson } from "../../lib/json/parse-json.ts";
import { writeJson } from "../../lib/json/write-json.ts";
import type { Label } from "../../lib/numeric/label.ts";
import { NumpyRandomState } from "../../lib/random/numpy-random-state.ts";
import { placeById } from "../../prepare/place-by-id.ts";
import { splitList } from "../../prepare/split.ts";
import { defineCompetition } from "../define-competition.ts";
import { uniformRecords } from "./uniform-records.ts";
import { valueLabel } from "./value-label.ts";

const trainFile = "iwildcam2020_train_annotations.json";
const testFile = "iwildcam2020_test_information.json";
const testSize = 0.22;

export default defineCompetition({
  id: "iwildcam-2020-fgvc7",
  metric: "Accuracy",
  submissionFormat:
    "Columns Id (image id) and Category: one row per row of the sample submission, in its order, with the category as a whole number.",
  knownProblems: [
    "Images with several annotations have several rows. Rows with the same id are paired by the sort's order: keep the rows of the sample submission in their order.",
  ],
  rounding: "python",
  grade: accuracyByColumn({ id: "Id", target: "Category" }),

  async prepare(context) {
    const { raw, place, target, write } = context;
    const read = (name: string): JsonValue => parseJson(readFileSync(join(raw, name)));
    const trainDocument = read(trainFile);
    const testDocument = read(testFile);
    const images = recordsOf(trainDocument, "images");
    const annotations = recordsOf(trainDocument, "annotations");
    const locations = splitLocations(images);
    const partOf = (held: ReadonlySet<Label | null>) => {
      const imagesOfPart = images.filter((image) => held.has(labelOf(image, "location")));
      const ids = new Set(imagesOfPart.map((image) => labelOf(image, "id")));
      return { images: imagesOfPart, annotations: annotations.filter((one) => ids.has(labelOf(one, "image_id"))) };
    };
    const [train, test] = [partOf(locations.train), partOf(locations.test)];

    await writeJson(
      target(`public/${trainFile}`),
      new Map<string, JsonValue>([
        ["annotations", train.annotations],
        ["images", train.images],
        ["categories", recordsOf(trainDocument, "categories")],
        ["info", memberOf(trainDocument, "info")],
      ]),
    );
    await writeJson(
      target(`public/${testFile}`),
      new Map<string, JsonValue>([
        ["images", test.images],
        ["categories", recordsOf(testDocument, "categories")],
        ["info", memberOf(testDocument, "info")],
      ]),
    );
    place("iwildcam2020_megadetector_results.json", "public/iwildcam2020_megadetector_results.json");

    const column = (name: string) =>
      jsonColumn(
        name,
        test.annotations.map((annotation) => annotation.get(name)!),
      );
    const answers = TableView.of([column("image_id"), column("category_id")]);
    const renaming = { image_id: "Id", category_id: "Category" };
    const random = new NumpyRandomState(0);
    const guesses = Float64Array.from({ length: answers.length }, () => random.randint(0, 676));
    write("private/answers.csv", answers.renamed(renaming));
    const sample = answers.with("category_id", new NumberColumn("category_id", "int64", guesses));
    write("public/sample_submission.csv", sample.renamed(renaming));
    for (const [name, part] of Object.entries({ train, test })) {
      const ids = part.images.map((image) => pythonText(image.get("id")!));
      placeById(context, ids, { from: "train", to: `public/${name}`, ending: ".jpg" });
    }
  },
});

function recordsOf(document: JsonValue, name: string): JsonObject[] {
  return uniformRecords(memberOf(document, name) as JsonValue[]);
}

function labelOf(record: JsonObject, name: string): Label | null {
  return valueLabel(memberOf(record, name));
}

/** Draws locations for the test set, then moves the last ones drawn until it has the right share of all images. */
function splitLocations(images: readonly JsonObject[]): { train: Set<Label | null>; test: Set<Label | null> } {
  const counts = new Map<Label | null, number>();
  for (const image of images) {
    const location = labelOf(image, "location");
    counts.set(location, (counts.get(location) ?? 0) + 1);
  }
  const { train, test } = splitList([...counts.keys()], { testSize });
  let held = test.reduce<number>((total, location) => total + counts.get(location)!, 0);
  // Upstream: the test images are counted twice in the total.
  const share = (): number => held / (images.length + held);
  while (share() < testSize) {
    const moved = train.pop()!;
    test.push(moved);
    held += counts.get(moved)!;
  }
  while (share() > testSize) {
    const moved = test.pop()!;
    train.push(moved);
    held -= counts.get(moved)!;
  }
  return { train: new Set(train), test: new Set(test) };
}
