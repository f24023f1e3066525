import { quantile } from "../../lib/numeric/quantile.ts";
import { meanAndError } from "./mean-and-error.ts";

/** The centre of some values. */
export interface Centre {
  /** Null without values. */
  readonly mean: number | null;
  readonly median: number | null;
  readonly count: number;
}

export function centreOf(values: readonly number[]): Centre {
  const { mean, count } = meanAndError(values);
  return { mean, median: count === 0 ? null : quantile(Float64Array.from(values), 0.5), count };
}
