import { decodeRunLength, RunLengthError } from "../lib/geometry/run-length.ts";
import type { RunMask } from "../lib/geometry/run-mask.ts";
import { type Cells, cellError } from "./cells.ts";

/**
 * The masks of a column of run lengths (`start length start length ...`, counted from 1), given the number of pixels of
 * each. `textOf` reads the text of a cell. Refuses text that `decodeRunLength` does not accept, and names the row's id.
 */
export function decodeMasks(
  cells: Cells,
  pixels: ArrayLike<number>,
  textOf: (cells: Cells, row: number) => string,
): RunMask[] {
  return Array.from({ length: pixels.length }, (_, row) => {
    const text = textOf(cells, row);
    try {
      return decodeRunLength(text, pixels[row]!);
    } catch (error) {
      if (error instanceof RunLengthError) throw cellError(cells, row, `wrong run lengths: ${error.message}`);
      throw error;
    }
  });
}

/** The number of pixels of each image, from columns of heights and widths. */
export function pixelCounts(heights: Float64Array, widths: Float64Array): Float64Array {
  return heights.map((height, image) => height * widths[image]!);
}
