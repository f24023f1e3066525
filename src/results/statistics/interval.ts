/** An interval that is meant to hold the true value in 95 of 100 cases. */
export interface Interval {
  readonly low: number;
  readonly high: number;
  /** How it was calculated. */
  readonly method: "bootstrap" | "wilson";
}
