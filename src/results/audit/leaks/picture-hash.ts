import type { Picture } from "../../../agents/baseline/features/decode-image.ts";

/** What remains of a picture when its size, quality and brightness do not matter. */
export interface PictureHash {
  /** For each cell whether it is brighter than the one to its left: 256 bits. */
  readonly bits: Uint32Array;
  /** The mean brightness of each cell. */
  readonly cells: Float64Array;
}

const [columns, rows] = [17, 16];
/** Flatter pictures have no features to compare: their hash is noise. */
const leastContrast = 6;

/** A hash that stays nearly the same when a picture is scaled, compressed or brightened. Null if the picture is too small or flat. */
export function hashPicture({ width, height, gray }: Picture): PictureHash | null {
  if (width < columns || height < rows) return null;
  const cells = new Float64Array(columns * rows);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1)
      cells[row * columns + column] = meanOf(gray, width, height, row, column);
  }
  if (deviation(cells) < leastContrast) return null;
  const bits = new Uint32Array(8);
  for (let bit = 0; bit < 256; bit += 1) {
    const at = (bit >> 4) * columns + (bit & 15);
    if (cells[at + 1]! > cells[at]!) bits[bit >> 5]! |= 1 << (bit & 31);
  }
  return { bits, cells };
}

/** How many bits differ, from 0 to 256. */
export function distance(a: PictureHash, b: PictureHash): number {
  let count = 0;
  for (let word = 0; word < 8; word += 1) count += ones(a.bits[word]! ^ b.bits[word]!);
  return count;
}

/** How alike the cells of two pictures are: 1 if they differ only in brightness and contrast. */
export function likeness(a: PictureHash, b: PictureHash): number {
  const [meanA, meanB] = [mean(a.cells), mean(b.cells)];
  let products = 0;
  for (let cell = 0; cell < a.cells.length; cell += 1) products += (a.cells[cell]! - meanA) * (b.cells[cell]! - meanB);
  return products / (a.cells.length * deviation(a.cells) * deviation(b.cells));
}

function meanOf(gray: Uint8Array, width: number, height: number, row: number, column: number): number {
  const [top, bottom] = [Math.floor((row * height) / rows), Math.floor(((row + 1) * height) / rows)];
  const [left, right] = [Math.floor((column * width) / columns), Math.floor(((column + 1) * width) / columns)];
  let sum = 0;
  for (let y = top; y < bottom; y += 1) for (let x = left; x < right; x += 1) sum += gray[y * width + x]!;
  return sum / ((bottom - top) * (right - left));
}

const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function deviation(values: Float64Array): number {
  const middle = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / values.length);
}

function ones(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
