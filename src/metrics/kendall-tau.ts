import { requireSameLength } from "../lib/numeric/require-same-length.ts";

/**
 * Kendall's tau over many orderings: 1 minus 4 times the number of pairs in the wrong order, divided by the sum of
 * n (n - 1). Same as the metric of the AI4Code competition; for a single ordering without ties, same as
 * `scipy.stats.kendalltau`.
 *
 * 1 for the correct order, -1 for the reverse. Each prediction must contain all items of its truth; otherwise throws a
 * RangeError. NaN if no ordering has two items, where Python raises ZeroDivisionError.
 *
 * @example kendallTau([["a", "b", "c"], ["x", "y"]], [["a", "c", "b"], ["x", "y"]]) // => 0.5
 */
export function kendallTau<T>(truth: ArrayLike<ArrayLike<T>>, prediction: ArrayLike<ArrayLike<T>>): number {
  requireSameLength(truth, prediction);
  let inversions = 0;
  let pairs = 0;
  for (let row = 0; row < truth.length; row++) {
    const predicted = prediction[row]!;
    inversions += countInversions(positions(truth[row]!, predicted));
    pairs += predicted.length * (predicted.length - 1);
  }
  return 1 - (4 * inversions) / pairs;
}

/** The position in the prediction of each item of the truth; the first one if the prediction repeats it. */
function positions<T>(truth: ArrayLike<T>, prediction: ArrayLike<T>): Uint32Array {
  const places = new Map<T, number>();
  for (let i = prediction.length - 1; i >= 0; i--) places.set(prediction[i]!, i);
  return Uint32Array.from(truth, (item) => {
    const place = places.get(item);
    if (place === undefined) throw new RangeError(`the prediction does not contain the item ${String(item)}`);
    return place;
  });
}

/** The number of pairs in descending order, counted by a merge sort. Sorts its argument. */
function countInversions(values: Uint32Array): number {
  if (values.length < 2) return 0;
  const left = values.slice(0, values.length >> 1);
  const right = values.slice(values.length >> 1);
  let inversions = countInversions(left) + countInversions(right);
  let i = 0;
  let j = 0;
  for (let k = 0; k < values.length; k++) {
    if (j === right.length || (i < left.length && left[i]! <= right[j]!)) {
      values[k] = left[i++]!;
    } else {
      values[k] = right[j++]!;
      inversions += left.length - i;
    }
  }
  return inversions;
}
