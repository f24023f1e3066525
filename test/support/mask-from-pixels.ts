import type { RunMask } from "../../src/lib/geometry/run-mask.ts";

/** The mask of a line of pixels, in which everything but 0 is set. */
export function maskFromPixels(line: ArrayLike<number>): RunMask {
  const starts: number[] = [];
  const ends: number[] = [];
  for (let pixel = 0; pixel < line.length; pixel++) {
    if (line[pixel] === 0) continue;
    if (pixel > 0 && ends.at(-1) === pixel) ends[ends.length - 1] = pixel + 1;
    else {
      starts.push(pixel);
      ends.push(pixel + 1);
    }
  }
  return { pixels: line.length, starts: Float64Array.from(starts), ends: Float64Array.from(ends) };
}
