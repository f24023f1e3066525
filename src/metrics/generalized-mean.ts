import { sequentialSum } from "../lib/numeric/summation.ts";

export interface GeneralizedMeanOptions {
  /**
   * The exponent: 1 gives the arithmetic mean, -1 the harmonic mean. The smaller it is, the more small values count.
   */
  readonly power: number;
}

/**
 * The power mean: the mean of the values raised to a power, raised to the inverse power. Same as
 * `scipy.stats.pmean(values, power)`, but summed left to right.
 *
 * The power must not be 0. With a negative power, the result is 0 if any value is 0. NaN for empty input.
 *
 * @example generalizedMean([1, 4, 4], { power: -1 }) // => 2
 */
export function generalizedMean(values: ArrayLike<number>, options: GeneralizedMeanOptions): number {
  const powers = Float64Array.from(values, (value) => value ** options.power);
  return (sequentialSum(powers) / values.length) ** (1 / options.power);
}
