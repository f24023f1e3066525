import { asFloats } from "../../frame/as-floats.ts";
import type { Frame } from "../../frame/frame.ts";
import { toLabels } from "../../frame/labels.ts";
import { cellError, cellNumber, cellsOf, requireCellText } from "../../grade/cells.ts";
import { requireColumns } from "../../grade/checks.ts";
import { InvalidSubmission } from "../../lib/errors.ts";
import type { CocoBoxes, ScoredCocoBoxes } from "../../lib/geometry/coco-matching.ts";
import type { Label } from "../../lib/numeric/label.ts";
import { cocoAveragePrecision } from "../../metrics/coco-average-precision.ts";
import { placeById } from "../../prepare/place-by-id.ts";
import { splitByColumn } from "../../prepare/split-by-column.ts";
import { uniqueTexts } from "../../prepare/unique.ts";
import { defineCompetition } from "../define-competition.ts";
import { boxesAsPredictions, consensusBoxes } from "./consensus-boxes.ts";

const wordsPerBox = 6;

export default defineCompetition({
  id: "vinbigdata-chest-xray-abnormalities-detection",
  metric: "Mean average precision of boxes at an overlap of 0.4",
  submissionFormat:
    "Columns image_id and PredictionString: one or more rows per test image, with boxes as `class confidence x_min y_min x_max y_max` separated by single blanks, or `14 1 0 0 1 1` for an image without findings.",
  knownProblems: [
    "x_max and y_max are used as width and height, so boxes are much larger than drawn.",
    "The first true box always counts as missed: not even the answers score 1.",
  ],
  grade(submission, answers) {
    requireColumns(submission, "PredictionString", "image_id");
    const images = new Map<Label | null, number>();
    const trueImages = toLabels(answers.column("image_id"));
    for (const image of trueImages) if (!images.has(image)) images.set(image, images.size);
    // Upstream: boxes are numbered from 0, image by image, and for COCO the number 0 means "no match".
    return cocoAveragePrecision(trueBoxes(answers, trueImages, images), predictedBoxes(submission, images), {
      overlap: 0.4,
      firstId: 0,
    });
  },

  async prepare(context) {
    const { open, write } = context;
    const { train, test, testValues } = splitByColumn(open("train.csv"), "image_id", { testSize: 0.1 });
    const boxes = consensusBoxes(test);
    write("public/train.csv", train);
    write("private/answers.csv", boxes);
    write("private/gold_submission.csv", boxesAsPredictions(boxes));
    const testImages = test.column("image_id");
    const labels = toLabels(testImages).map((label) => label ?? Number.NaN);
    const drawn = new Map(labels.map((label, row) => [label, row]));
    const sample = test.select("image_id").take(Uint32Array.from(testValues, (image) => drawn.get(image)!));
    write("public/sample_submission.csv", sample.with("PredictionString", "14 1 0 0 1 1"));
    placeById(context, uniqueTexts(train.column("image_id")), { from: "train", to: "public/train", ending: ".dicom" });
    placeById(context, uniqueTexts(testImages), { from: "train", to: "public/test", ending: ".dicom" });
  },
});

/** The boxes of the answers, in order of images. */
function trueBoxes(
  answers: Frame,
  imageOfRow: readonly (Label | null)[],
  images: Map<Label | null, number>,
): CocoBoxes {
  const [categories, ...corners] = ["class_id", "x_min", "y_min", "x_max", "y_max"].map((name) =>
    asFloats(answers.column(name)),
  );
  const numbers = imageOfRow.map((image) => images.get(image)!);
  const order = Array.from(numbers.keys()).sort((left, right) => numbers[left]! - numbers[right]!);
  const boxes = order.flatMap((row) => corners.map((corner) => corner[row]!));
  return {
    images: order.map((row) => numbers[row]!),
    categories: order.map((row) => categories![row]!),
    boxes,
    areas: order.map((_, box) => cornerArea(boxes, 4 * box)),
  };
}

function predictedBoxes(submission: Frame, images: Map<Label | null, number>): ScoredCocoBoxes {
  const imageOfRow = toLabels(submission.column("image_id"));
  const missing = new Set(images.keys());
  for (const image of imageOfRow) {
    if (!images.has(image))
      throw new InvalidSubmission(
        `Column "image_id" holds ${JSON.stringify(String(image).slice(0, 60))}, which is not a test image.`,
      );
    missing.delete(image);
  }
  if (missing.size > 0)
    throw new InvalidSubmission(`${missing.size} test images have no row, expected at least one row for each.`);

  const cells = cellsOf(submission, "PredictionString", "image_id");
  const found = {
    images: [] as number[],
    categories: [] as number[],
    boxes: [] as number[],
    areas: [] as number[],
    scores: [] as number[],
  };
  imageOfRow.forEach((image, row) => {
    const numbers = requireCellText(cells, row)
      .split(" ")
      .map((word) => cellNumber(cells, row, word));
    if (numbers.length % wordsPerBox !== 0) {
      throw cellError(cells, row, `found ${numbers.length} numbers, expected ${wordsPerBox} per box`);
    }
    for (let at = 0; at < numbers.length; at += wordsPerBox) {
      const category = numbers[at]!;
      if (!Number.isFinite(category)) throw cellError(cells, row, `${category} is not a class`);
      found.images.push(images.get(image)!);
      found.categories.push(Math.trunc(category) + 0);
      found.scores.push(numbers[at + 1]!);
      // Upstream: COCO reads the last two numbers as width and height. Only the area is computed from the corners.
      found.boxes.push(numbers[at + 2]!, numbers[at + 3]!, numbers[at + 4]!, numbers[at + 5]!);
      found.areas.push(cornerArea(numbers, at + 2));
    }
  });
  return found;
}

function cornerArea(numbers: readonly number[], at: number): number {
  return (numbers[at + 2]! - numbers[at]!) * (numbers[at + 3]! - numbers[at + 1]!);
}
