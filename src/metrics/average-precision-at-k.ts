export interface AtKOptions {
  /** How many predictions count. */
  readonly k: number;
}

/**
 * The average precision of the first `k` predictions: the sum, over all hits, of the precision up to the hit's rank,
 * divided by `k` or the number of relevant items, whichever is smaller. Same as `apk` of ml_metrics; scikit-learn has
 * no twin.
 *
 * A relevant item counts only at its first rank, but its repeats take up ranks too. 0 if nothing is relevant.
 *
 * @example averagePrecisionAtK(new Set(["a", "c"]), ["a", "b", "c"], { k: 5 }) // => 0.8333333333333333
 */
export function averagePrecisionAtK<T>(truth: ReadonlySet<T>, prediction: ArrayLike<T>, options: AtKOptions): number {
  if (truth.size === 0) return 0;
  const seen = new Set<T>();
  let precisions = 0;
  for (let i = 0; i < Math.min(prediction.length, options.k); i++) {
    const item = prediction[i]!;
    if (!truth.has(item) || seen.has(item)) continue;
    seen.add(item);
    precisions += seen.size / (i + 1);
  }
  return precisions / Math.min(truth.size, options.k);
}
