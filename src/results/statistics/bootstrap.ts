import { quantile } from "../../lib/numeric/quantile.ts";
import { QuickRandom } from "../../lib/random/quick-random.ts";
import type { Interval } from "./interval.ts";

const draws = 10_000;
/** The same values always give the same interval. */
const randomSeed = 20_250_101;

/**
 * A 95 % interval for the mean by the percentile bootstrap. Each value stands for one competition, whose seeds are already
 * averaged and so stay together: the interval says how the mean would vary with other competitions of the same kind.
 */
export function bootstrapInterval(values: readonly number[]): Interval {
  const source = Float64Array.from(values);
  const random = new QuickRandom(randomSeed);
  const means = new Float64Array(draws);
  for (let draw = 0; draw < draws; draw += 1) {
    let sum = 0;
    for (let index = 0; index < source.length; index += 1) sum += source[random.below(source.length)]!;
    means[draw] = sum / source.length;
  }
  return { low: quantile(means, 0.025), high: quantile(means, 0.975), method: "bootstrap" };
}
