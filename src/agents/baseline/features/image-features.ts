import { QuickRandom } from "../../../lib/random/quick-random.ts";
import type { PublicFile } from "../reading/public-files.ts";
import { describeColors } from "./color-features.ts";
import { decodeImage, type Picture } from "./decode-image.ts";

const coarse = 8;
const fine = 12;

/** Columns made from images; rows whose image was not read have gaps. */
export interface ImageFeatures {
  readonly columns: readonly Float64Array[];
  /** 1 for each row whose image was read. */
  readonly isRead: Uint8Array;
}

/**
 * Columns about images: brightness on a coarse grid, and on a finer one that is moved and scaled to where the bright part
 * is, both relative to the image's own brightness and contrast; then colors, if there are any. If time
 * runs out, about as many training images as test images have been read, in an order that the seed decides.
 */
export async function imageColumns(
  images: readonly (PublicFile | null)[],
  trainRows: number,
  { seed, deadline }: { readonly seed: number; readonly deadline: number },
): Promise<ImageFeatures> {
  const isRead = new Uint8Array(images.length);
  const columns: Float64Array[] = [];
  for (const row of readingOrder(images.length, trainRows, seed)) {
    const image = images[row];
    if (image === null || image === undefined) continue;
    if (Date.now() > deadline) break;
    const described = await describeImage(image);
    if (described === null) continue;
    isRead[row] = 1;
    while (columns.length < described.length) columns.push(new Float64Array(images.length).fill(Number.NaN));
    for (const [index, value] of described.entries()) columns[index]![row] = value;
  }
  return { columns, isRead };
}

/** Training and test rows in turns, then what is left of the larger part. */
function readingOrder(rows: number, trainRows: number, seed: number): number[] {
  const random = new QuickRandom(seed);
  const train = Array.from(random.permutation(trainRows));
  const test = Array.from(random.permutation(rows - trainRows), (row) => trainRows + row);
  const pairs = Math.min(train.length, test.length);
  const turns = Array.from({ length: 2 * pairs }, (_, turn) => (turn % 2 === 0 ? test : train)[turn >> 1]!);
  return [...turns, ...train.slice(pairs), ...test.slice(pairs)];
}

async function describeImage(file: PublicFile): Promise<number[] | null> {
  const picture = await file
    .read()
    .then(decodeImage)
    .catch(() => null);
  // A row with a damaged image counts as one without an image.
  if (picture === null || picture.gray.length === 0) return null;
  const { gray, width, height } = picture;
  const mean = gray.reduce((sum, light) => sum + light, 0) / gray.length;
  const deviation = Math.sqrt(gray.reduce((sum, light) => sum + (light - mean) ** 2, 0) / gray.length) + 1e-6;
  const measured = { ...picture, mean, deviation };
  const { x, y, radius } = findBrightPart(measured);
  const whole = { x: width / 2, y: height / 2, halfX: width / 2, halfY: height / 2 };
  const part = { x, y, halfX: 2 * radius, halfY: 2 * radius };
  const grids = [...sampleGrid(measured, whole, coarse), ...sampleGrid(measured, part, fine)];
  return [...grids, mean, deviation, radius, ...describeColors(picture)];
}

interface Measured extends Picture {
  readonly mean: number;
  readonly deviation: number;
}

/** Middle of the pixels that are clearly brighter than the rest, and their typical distance from it. */
function findBrightPart({ gray, width, height, mean, deviation }: Measured) {
  let [weight, sumX, sumY, squares] = [0, 0, 0, 0];
  for (let at = 0; at < gray.length; at += 1) {
    const excess = (gray[at]! - mean) / deviation - 0.5;
    if (excess <= 0) continue;
    const [x, y] = [(at % width) + 0.5, Math.floor(at / width) + 0.5];
    weight += excess;
    sumX += excess * x;
    sumY += excess * y;
    squares += excess * (x * x + y * y);
  }
  if (weight === 0) return { x: width / 2, y: height / 2, radius: width / 4 };
  const [x, y] = [sumX / weight, sumY / weight];
  return { x, y, radius: Math.max(1, Math.sqrt(Math.max(0, squares / weight - x * x - y * y))) };
}

/** Mean brightness of the cells of a grid over a rectangle, given by its middle and half its sides. */
function sampleGrid(
  { gray, width, height, mean, deviation }: Measured,
  { x, y, halfX, halfY }: { x: number; y: number; halfX: number; halfY: number },
  cells: number,
): number[] {
  const samples = 3;
  return Array.from({ length: cells * cells }, (_, cell) => {
    let sum = 0;
    for (let sample = 0; sample < samples * samples; sample += 1) {
      const across = ((cell % cells) + ((sample % samples) + 0.5) / samples) / cells;
      const down = (Math.floor(cell / cells) + (Math.floor(sample / samples) + 0.5) / samples) / cells;
      const column = Math.min(width - 1, Math.max(0, Math.floor(x + (2 * across - 1) * halfX)));
      const line = Math.min(height - 1, Math.max(0, Math.floor(y + (2 * down - 1) * halfY)));
      sum += gray[line * width + column]!;
    }
    return (sum / samples ** 2 - mean) / deviation;
  });
}
