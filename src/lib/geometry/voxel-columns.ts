import type { RunMask } from "./run-mask.ts";

/** A 3D mask: slices of the same size whose pixels run down the columns, left to right. */
export interface VoxelVolume {
  readonly height: number;
  readonly width: number;
  readonly slices: readonly RunMask[];
}

/**
 * The set voxels of a volume as vertical segments. Those of column x in slice z are at `offsets[z * width + x]` up to
 * the next offset, each from row `lows` (inclusive) to row `highs` (exclusive), top to bottom.
 */
export interface VoxelColumns {
  readonly depth: number;
  readonly width: number;
  readonly offsets: Uint32Array;
  readonly lows: Int32Array;
  readonly highs: Int32Array;
}

/** Splits the runs of all slices where a column ends. */
export function voxelColumns(volume: VoxelVolume): VoxelColumns {
  const { height, width, slices } = volume;
  const offsets = new Uint32Array(slices.length * width + 1);
  const lows: number[] = [];
  const highs: number[] = [];
  slices.forEach((slice, z) => {
    for (let run = 0; run < slice.starts.length; run++) {
      const end = slice.ends[run]!;
      for (let start = slice.starts[run]!; start < end; ) {
        const x = Math.floor(start / height);
        const stop = Math.min(end, (x + 1) * height);
        lows.push(start - x * height);
        highs.push(stop - x * height);
        offsets[z * width + x + 1]!++;
        start = stop;
      }
    }
  });
  for (let column = 1; column < offsets.length; column++) offsets[column]! += offsets[column - 1]!;
  return { depth: slices.length, width, offsets, lows: Int32Array.from(lows), highs: Int32Array.from(highs) };
}

/** Calls `visit` for every vertical segment of voxels that are in a column of `left` but not in `right`. */
export function segmentsOnlyIn(
  left: VoxelColumns,
  right: VoxelColumns,
  z: number,
  x: number,
  visit: (low: number, high: number) => void,
): void {
  const inRight = z < right.depth && x < right.width;
  const rightColumn = z * right.width + x;
  const rightEnd = inRight ? right.offsets[rightColumn + 1]! : 0;
  let other = inRight ? right.offsets[rightColumn]! : 0;
  const column = z * left.width + x;
  for (let segment = left.offsets[column]!; segment < left.offsets[column + 1]!; segment++) {
    const high = left.highs[segment]!;
    let low = left.lows[segment]!;
    while (other < rightEnd && right.highs[other]! <= low) other++;
    for (let next = other; next < rightEnd && right.lows[next]! < high; next++) {
      if (right.lows[next]! > low) visit(low, right.lows[next]!);
      low = right.highs[next]!;
    }
    if (low < high) visit(low, high);
  }
}
