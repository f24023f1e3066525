/**
 * A binary mask stored as its runs of set pixels on a line of `pixels` pixels: run k covers `starts[k]` (inclusive) to
 * `ends[k]` (exclusive). Runs are ascending and not empty and do not overlap, so the cost of areas and intersections
 * depends on the number of runs, not of pixels. The order of pixels (by column or by row) is up to the caller.
 */
export interface RunMask {
  readonly pixels: number;
  readonly starts: Float64Array;
  readonly ends: Float64Array;
}

/** The number of set pixels. */
export function maskArea(mask: RunMask): number {
  let area = 0;
  for (let run = 0; run < mask.starts.length; run++) area += mask.ends[run]! - mask.starts[run]!;
  return area;
}

/** The number of pixels set in both masks. */
export function maskIntersection(left: RunMask, right: RunMask): number {
  let shared = 0;
  let i = 0;
  let j = 0;
  while (i < left.starts.length && j < right.starts.length) {
    const leftEnd = left.ends[i]!;
    const rightEnd = right.ends[j]!;
    const overlap = Math.min(leftEnd, rightEnd) - Math.max(left.starts[i]!, right.starts[j]!);
    if (overlap > 0) shared += overlap;
    if (leftEnd <= rightEnd) i++;
    if (rightEnd <= leftEnd) j++;
  }
  return shared;
}

/** The pixels set in at least one of the masks, which must have the same length. Adjacent runs become one. */
export function maskUnion(masks: readonly RunMask[]): RunMask {
  const runs = masks.flatMap((mask) => Array.from(mask.starts, (start, run) => ({ start, end: mask.ends[run]! })));
  runs.sort((left, right) => left.start - right.start);
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { start, end } of runs) {
    const last = ends.length - 1;
    if (last < 0 || start > ends[last]!) {
      starts.push(start);
      ends.push(end);
    } else if (end > ends[last]!) ends[last] = end;
  }
  return { pixels: masks[0]?.pixels ?? 0, starts: Float64Array.from(starts), ends: Float64Array.from(ends) };
}

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
