import { readFileSync } from "node:fs";
import { basename, extname } from "node:path";
import { textAt } from "../../frame/as-text.ts";
import type { Frame } from "../../frame/frame.ts";
import { BenchError } from "../../lib/errors.ts";
import { walkFiles } from "../../lib/files/walk.ts";
import { decodePng } from "../../lib/formats/png/decode-png.ts";
import { toGray } from "../../lib/formats/png/to-gray.ts";

const coarse = 8;
const fine = 12;

/** PNG files below a folder by their names, with and without ending. */
export async function findImages(folder: string): Promise<Map<string, string>> {
  const images = new Map<string, string>();
  for await (const { absolute } of walkFiles(folder)) {
    if (extname(absolute).toLowerCase() !== ".png") continue;
    images.set(basename(absolute), absolute);
    images.set(basename(absolute, extname(absolute)), absolute);
  }
  return images;
}

/** The image that each row names in its id or in another column of text; null where none does. */
export function imagePaths(table: Frame, id: string, images: ReadonlyMap<string, string>): (string | null)[] {
  const names = [id, ...table.names.filter((name) => name !== id && table.column(name).kind === "text")];
  const columns = names.filter((name) => table.has(name)).map((name) => table.column(name));
  return Array.from({ length: table.length }, (_, row) => {
    for (const column of columns) {
      const path = images.get(basename(textAt(column, row)));
      if (path !== undefined) return path;
    }
    return null;
  });
}

/**
 * Columns about images: brightness on a coarse grid, and on a finer one that is moved and scaled to where the bright part
 * is. Both are relative to the image's own brightness and contrast. Gaps where there is no image or the time is over.
 */
export function imageColumns(paths: readonly (string | null)[], deadline: number): Float64Array[] {
  const columns = Array.from({ length: coarse ** 2 + fine ** 2 + 3 }, () =>
    new Float64Array(paths.length).fill(Number.NaN),
  );
  for (const [row, path] of paths.entries()) {
    if (path === null || Date.now() > deadline) continue;
    const described = describeImage(path);
    if (described !== null) for (const [index, value] of described.entries()) columns[index]![row] = value;
  }
  return columns;
}

function describeImage(path: string): number[] | null {
  try {
    const image = decodePng(readFileSync(path));
    const gray = toGray(image);
    const mean = gray.reduce((sum, light) => sum + light, 0) / gray.length;
    const deviation = Math.sqrt(gray.reduce((sum, light) => sum + (light - mean) ** 2, 0) / gray.length) + 1e-6;
    const picture = { gray, width: image.width, height: image.height, mean, deviation };
    const { x, y, radius } = findBrightPart(picture);
    const whole = { x: image.width / 2, y: image.height / 2, halfX: image.width / 2, halfY: image.height / 2 };
    const part = { x, y, halfX: 2 * radius, halfY: 2 * radius };
    return [...sampleGrid(picture, whole, coarse), ...sampleGrid(picture, part, fine), mean, deviation, radius];
  } catch (error) {
    // A damaged file is a row without an image.
    if (error instanceof BenchError) return null;
    throw error;
  }
}

interface Picture {
  readonly gray: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly mean: number;
  readonly deviation: number;
}

/** Middle of the pixels that are clearly brighter than the rest, and their typical distance from it. */
function findBrightPart({ gray, width, height, mean, deviation }: Picture) {
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
  { gray, width, height, mean, deviation }: Picture,
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
