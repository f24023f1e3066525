import { PngError } from "./png-header.ts";

/**
 * Turns a row of a PNG image back into samples, in place. Each byte is stored as its difference from a prediction,
 * which the filter makes from the byte one pixel to the left, the one above (`previous`; null for the first row) or
 * both.
 */
export function undoFilter(filter: number, row: Uint8Array, previous: Uint8Array | null, pixelBytes: number): void {
  if (filter === 0) return;
  if (filter > 4) throw new PngError(`The PNG image uses filter ${filter}, which does not exist.`);
  for (let at = 0; at < row.length; at += 1) {
    const left = at < pixelBytes ? 0 : row[at - pixelBytes]!;
    const above = previous === null ? 0 : previous[at]!;
    const corner = previous === null || at < pixelBytes ? 0 : previous[at - pixelBytes]!;
    // A typed array keeps only the low byte.
    row[at] = row[at]! + predict(filter, left, above, corner);
  }
}

function predict(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  // Paeth: the neighbour that is nearest to left + above - corner.
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}
