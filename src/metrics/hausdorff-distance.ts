import { maskArea } from "../lib/geometry/run-mask.ts";
import { segmentsOnlyIn, type VoxelColumns, type VoxelVolume, voxelColumns } from "../lib/geometry/voxel-columns.ts";

/** A margin for comparing bounds: far above rounding errors, far below the size of a voxel. */
const slack = 1e-9;

/**
 * The Hausdorff distance of two 3D masks: the longest distance from a voxel of either mask to the nearest voxel of the
 * other. The truth is scaled to a unit cube, and the distance is divided by the cube's diagonal. Same as
 * `scipy.spatial.distance.directed_hausdorff` in both directions; scikit-learn has no twin.
 *
 * NaN if both masks are empty, 1 if only one is.
 *
 * Upstream: 1 if the prediction has more than ten times as many voxels as the truth.
 *
 * @example hausdorffDistance({ height: 1, width: 2, slices: [maskFromPixels([1, 0])] }, { height: 1, width: 2, slices: [maskFromPixels([1, 1])] }) // => 0.2886751345948129
 */
export function hausdorffDistance(truth: VoxelVolume, prediction: VoxelVolume): number {
  const trueVoxels = countVoxels(truth);
  const predictedVoxels = countVoxels(prediction);
  if (trueVoxels === 0 && predictedVoxels === 0) return Number.NaN;
  if (trueVoxels === 0 || predictedVoxels === 0 || predictedVoxels > 10 * trueVoxels) return 1;
  const trueColumns = voxelColumns(truth);
  const predictedColumns = voxelColumns(prediction);
  const scale: Scale = {
    z: fractions(Math.max(truth.slices.length, prediction.slices.length), truth.slices.length),
    y: fractions(Math.max(truth.height, prediction.height), truth.height),
    x: fractions(Math.max(truth.width, prediction.width), truth.width),
  };
  const oneWay = farthestSquared(trueColumns, predictedColumns, scale, 0);
  return Math.sqrt(farthestSquared(predictedColumns, trueColumns, scale, oneWay)) / Math.sqrt(3);
}

interface Scale {
  readonly z: Float64Array;
  readonly y: Float64Array;
  readonly x: Float64Array;
}

function countVoxels(volume: VoxelVolume): number {
  return volume.slices.reduce((voxels, slice) => voxels + maskArea(slice), 0);
}

function fractions(count: number, size: number): Float64Array {
  return Float64Array.from({ length: count }, (_, index) => index / size);
}

/** The largest squared distance from a voxel of `from` to its nearest voxel of `to`, or `known` if that is larger. */
function farthestSquared(from: VoxelColumns, to: VoxelColumns, scale: Scale, known: number): number {
  const search = nearestVoxel(to, scale);
  let farthest = known;

  // The middle of a segment is enough if not even its ends can be farther away than the farthest voxel so far.
  const explore = (z: number, x: number, low: number, high: number): void => {
    const middle = (low + high) >> 1;
    const reach = scale.y[middle]! - scale.y[low]! + slack;
    const enough = Math.max(0, Math.sqrt(farthest) - reach - slack);
    const squared = search(z, middle, x, low + 1 === high ? farthest : enough * enough);
    if (squared > farthest) farthest = squared;
    if (low + 1 === high || Math.sqrt(squared) + reach < Math.sqrt(farthest)) return;
    explore(z, x, low, middle);
    if (middle + 1 < high) explore(z, x, middle + 1, high);
  };

  const columns = from.depth * from.width;
  const stride = scatteringStride(columns);
  for (let step = 0, column = 0; step < columns; step++, column = (column + stride) % columns) {
    const z = Math.floor(column / from.width);
    const x = column % from.width;
    segmentsOnlyIn(from, to, z, x, (low, high) => explore(z, x, low, high));
  }
  return farthest;
}

/** A step that visits every column once, with large jumps in between, so that distant voxels are found early. */
function scatteringStride(columns: number): number {
  let stride = Math.max(1, Math.floor(columns * 0.6180339887));
  while (greatestCommonDivisor(stride, columns) !== 1) stride++;
  return stride;
}

function greatestCommonDivisor(left: number, right: number): number {
  return right === 0 ? left : greatestCommonDivisor(right, left % right);
}

/**
 * A function that finds the squared distance from a voxel to the nearest voxel of `target`, or any distance of at most
 * `enough`. It searches outwards until the partial sums reach the best result. Rounding preserves order, so the result
 * is the same as from a search through all voxels.
 */
function nearestVoxel(target: VoxelColumns, scale: Scale): (z: number, y: number, x: number, enough: number) => number {
  const { depth, width, offsets, lows, highs } = target;
  const [firstColumns, lastColumns] = occupiedColumns(target);
  let best = 0;
  let atZ = 0;
  let atY = 0;
  let atX = 0;
  let enoughSquared = 0;

  const square = (difference: number): number => difference * difference;

  /** Searches a column. False if no column beyond it can be nearer. */
  const visitColumn = (z: number, x: number, dz: number): boolean => {
    const dx = square(scale.x[atX]! - scale.x[x]!);
    if (dz + dx >= best) return false;
    const end = offsets[z * width + x + 1]!;
    for (let segment = offsets[z * width + x]!; segment < end; segment++) {
      const low = lows[segment]!;
      const last = highs[segment]! - 1;
      const nearest = Math.max(low, Math.min(atY, last));
      const squared = dz + square(scale.y[atY]! - scale.y[nearest]!) + dx;
      if (squared < best) best = squared;
      if (atY <= last) break;
    }
    return best > enoughSquared;
  };

  /** Searches a slice, from the voxel's own column to both sides. False if no slice beyond it can be nearer. */
  const visitSlice = (z: number): boolean => {
    const dz = square(scale.z[atZ]! - scale.z[z]!);
    if (dz >= best) return false;
    const first = firstColumns[z]!;
    const last = lastColumns[z]!;
    for (let x = Math.min(atX, last); x >= first; x--) if (!visitColumn(z, x, dz)) break;
    for (let x = Math.max(atX + 1, first); x <= last; x++) if (!visitColumn(z, x, dz)) break;
    return best > enoughSquared;
  };

  return (z, y, x, enough) => {
    best = Number.POSITIVE_INFINITY;
    atZ = z;
    atY = y;
    atX = x;
    enoughSquared = enough;
    let below = Math.min(z, depth - 1);
    let above = below + 1;
    while (below >= 0 || above < depth) {
      if (below >= 0 && !visitSlice(below--)) below = -1;
      if (above < depth && !visitSlice(above++)) above = depth;
    }
    return best;
  };
}

/** The first and the last column with voxels in each slice; in an empty slice, the last is before the first. */
function occupiedColumns(target: VoxelColumns): [first: Int32Array, last: Int32Array] {
  const first = new Int32Array(target.depth).fill(target.width);
  const last = new Int32Array(target.depth).fill(-1);
  for (let z = 0; z < target.depth; z++) {
    for (let x = 0; x < target.width; x++) {
      const column = z * target.width + x;
      if (target.offsets[column] === target.offsets[column + 1]) continue;
      first[z] = Math.min(first[z]!, x);
      last[z] = x;
    }
  }
  return [first, last];
}
