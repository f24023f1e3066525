import { writeFileSync } from "node:fs";
import type { PrepareContext } from "../../contracts/preparation.ts";
import { asText } from "../../frame/as-text.ts";
import type { TableView } from "../../frame/table-view.ts";
import { accuracyByColumn } from "../../grade/accuracy-by-column.ts";
import { encodeGrayPng } from "../../lib/formats/png/encode-png.ts";
import { QuickRandom } from "../../lib/random/quick-random.ts";
import { placeById } from "../../prepare/place-by-id.ts";
import { splitRows } from "../../prepare/split.ts";
import { tableOfRows } from "../../prepare/table-of-rows.ts";
import { defineCompetition } from "../define-competition.ts";
import type { DemoData } from "./demo-data.ts";

const [id, target] = ["image_id", "shape"];
const [trainRows, testRows] = [1200, 600];
const side = 24;

/** Whether a point, relative to the centre and size of a shape, belongs to it. */
const shapes: Readonly<Record<string, (x: number, y: number) => boolean>> = {
  cross: (x, y) => Math.min(Math.abs(x), Math.abs(y)) < 0.35 && Math.max(Math.abs(x), Math.abs(y)) < 1,
  disc: (x, y) => x * x + y * y < 1,
  ring: (x, y) => x * x + y * y < 1 && x * x + y * y > 0.35,
  square: (x, y) => Math.max(Math.abs(x), Math.abs(y)) < 0.87,
  triangle: (x, y) => y < 0.8 && y > 2 * Math.abs(x) - 0.9,
};
const names = Object.keys(shapes);

export default defineCompetition({
  id: "demo-shape-images",
  metric: "Accuracy",
  task:
    "predict which shape a small gray image shows: cross, disc, ring, square or triangle. Size, position, brightness and noise " +
    "vary, and in a few images the shape is hardly visible. The images are `train/<image_id>.png` and `test/<image_id>.png`.",
  submissionFormat: "Columns image_id and shape: one row per test image, with the name of the shape.",
  rounding: "python",
  grade: accuracyByColumn({ id, target }),

  async prepare({ write, target: fileAt }) {
    const { train, test, images } = drawAll();
    writeTables(write, train, test);
    for (const [index, image] of images.entries()) {
      const part = index < trainRows ? "train" : "test";
      writeFileSync(fileAt(`public/${part}/${nameOf(index)}.png`), encodeGrayPng(side, side, image));
    }
  },
  async rehearse(context) {
    const { train, test } = splitRows(context.open("train.csv"), {});
    writeTables(context.write, train, test);
    for (const [part, rows] of Object.entries({ train, test })) {
      placeById(context, asText(rows.column(id)), { from: "train", to: `public/${part}`, ending: ".png" });
    }
  },
  checks: {
    disjoint: { train: "public/train.csv", test: "private/test.csv", id },
    hidden: { file: "public/test.csv", columns: [target] },
  },
});

function writeTables(write: PrepareContext["write"], train: TableView, test: TableView): void {
  write("public/train.csv", train);
  write("public/test.csv", test.drop(target));
  write("public/sample_submission.csv", test.select(id).with(target, names[0]!));
  write("private/test.csv", test.select(id, target));
}

/** The labels of the images, and the brightness of their parts for simple solutions. */
export function generate(): DemoData {
  const { train, test, images, isClear } = drawAll();
  const parts = images.map(brightnessOfParts);
  const truth = (test.column(target) as { at(row: number): string | null }).at.bind(test.column(target));
  return {
    train,
    test,
    id,
    target,
    predicts: "label",
    classes: names,
    expected: Float64Array.from({ length: testRows * names.length }, (_, index) => {
      const row = Math.floor(index / names.length);
      if (!isClear[trainRows + row]) return 1 / names.length;
      return names[index % names.length] === truth(row) ? 0.96 : 0.01;
    }),
    features: { train: tableOfRows(parts.slice(0, trainRows)), test: tableOfRows(parts.slice(trainRows)) },
  };
}

function drawAll() {
  const random = new QuickRandom(71_004);
  const drawn = Array.from({ length: trainRows + testRows }, () => drawShape(random));
  const rows = drawn.map(({ shape }, index) => ({ [id]: nameOf(index), [target]: shape }));
  return {
    train: tableOfRows(rows.slice(0, trainRows)),
    test: tableOfRows(rows.slice(trainRows)),
    images: drawn.map(({ image }) => image),
    isClear: drawn.map(({ isClear }) => isClear),
  };
}

function nameOf(index: number): string {
  return `img-${String(index).padStart(4, "0")}`;
}

function drawShape(random: QuickRandom) {
  const shape = random.pick(names);
  const [middleX, middleY] = [random.between(9, 14), random.between(9, 14)];
  const size = random.between(5, 9);
  const isClear = !random.chance(0.06);
  const contrast = isClear ? random.between(50, 110) : 2;
  const background = random.between(40, 110);
  const [slopeX, slopeY] = [random.between(-1.5, 1.5), random.between(-1.5, 1.5)];
  const image = new Uint8Array(side * side);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const isInside = shapes[shape]!((x - middleX) / size, (y - middleY) / size);
      const light = background + slopeX * x + slopeY * y + (isInside ? contrast : 0) + 20 * random.normal();
      image[y * side + x] = Math.min(255, Math.max(0, Math.round(light)));
    }
  }
  return { shape, image, isClear };
}

/** The mean brightness of the image in a grid of six by six parts. */
function brightnessOfParts(image: Uint8Array): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [at, light] of image.entries()) {
    const part = `part_${Math.floor(at / side / 4)}_${Math.floor((at % side) / 4)}`;
    sums[part] = (sums[part] ?? 0) + light / 16;
  }
  return sums;
}
