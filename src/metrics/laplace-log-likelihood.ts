import { requireSameLength } from "../lib/numeric/require-same-length.ts";
import { mean } from "../lib/numeric/summation.ts";

export interface LaplaceLogLikelihoodOptions {
  /** The predicted standard deviation of each row. */
  readonly confidence: ArrayLike<number>;
}

/**
 * The mean log likelihood of the truth under a Laplace distribution around each prediction. Same as the metric of the
 * OSIC pulmonary fibrosis competition; scikit-learn has no twin.
 *
 * Errors above 1000 count as 1000, and standard deviations below 70 as 70. NaN for empty input or if any value is NaN.
 *
 * @example laplaceLogLikelihood([2000], [2100], { confidence: [50] }) // => -6.615373921433754
 */
export function laplaceLogLikelihood(
  truth: ArrayLike<number>,
  prediction: ArrayLike<number>,
  options: LaplaceLogLikelihoodOptions,
): number {
  const { confidence } = options;
  requireSameLength(truth, prediction);
  requireSameLength(truth, confidence);
  const likelihoods = new Float64Array(truth.length);
  for (let i = 0; i < likelihoods.length; i++) {
    const deviation = Math.max(confidence[i]!, 70);
    const error = Math.min(Math.abs(truth[i]! - prediction[i]!), 1000);
    likelihoods[i] = (-Math.SQRT2 * error) / deviation - Math.log(Math.SQRT2 * deviation);
  }
  return mean(likelihoods);
}
