import { maskArea, maskIntersection, type RunMask } from "../lib/geometry/run-mask.ts";

/**
 * The F-beta score of the set pixels: (1 + beta²) x shared pixels / (beta² x true area + predicted area). Same as
 * `sklearn.metrics.fbeta_score` on the flattened images.
 *
 * A `beta` below 1 favours precision. Two empty masks score 0.
 *
 * @example maskFBeta(maskFromPixels([1, 1, 1, 0]), maskFromPixels([1, 0, 0, 0]), { beta: 0.5 }) // => 0.7142857142857143
 */
export function maskFBeta(truth: RunMask, prediction: RunMask, options: { readonly beta: number }): number {
  const weight = options.beta ** 2;
  const denominator = weight * maskArea(truth) + maskArea(prediction);
  return denominator === 0 ? 0 : ((1 + weight) * maskIntersection(truth, prediction)) / denominator;
}
