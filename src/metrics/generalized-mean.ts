import { sequentialSum } from "../lib/numeric/summation.ts";

/** The exponent: 1 is the arithmetic mean, -1 the harmonic one; the smaller, the more the worst value counts. */
export interface GeneralizedMeanOptions {
  readonly power: number;
}

/**
 * Power mean: the mean of the values' powers, taken to the inverse power. Twin of
 * `scipy.stats.pmean(values, power)`, summed left to right.
 *
 * With a negative power a 0 among the values gives 0. NaN for empty input. The power must not be 0.
 *
 * @example generalizedMean([1, 4, 4], { power: -1 }) // => 2
 */
export function generalizedMean(values: ArrayLike<number>, options: GeneralizedMeanOptions): number {
  const powers = Float64Array.from(values, (value) => value ** options.power);
  return (sequentialSum(powers) / values.length) ** (1 / options.power);
}
