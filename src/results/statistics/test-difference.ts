import { bootstrapInterval } from "./bootstrap.ts";
import { detectableDifference, mostInconclusive } from "./detectable-difference.ts";
import type { Interval } from "./interval.ts";
import { permutationTest } from "./permutation-test.ts";
import { sampleVariance } from "./variance.ts";

/** The mean difference between two agents over competitions, and how sure it is. */
export interface Difference {
  readonly mean: number;
  /** Null where all competitions agree: a bootstrap would claim certainty. */
  readonly interval: Interval | null;
  /** Competitions that differ. */
  readonly differing: number;
  /** Of the paired permutation test, two-sided. */
  readonly pValue: number;
  readonly exact: boolean;
  /** The smallest difference that this design finds in 80 of 100 cases; null if it cannot find any. */
  readonly detectable: number | null;
}

/** @param step The smallest difference that one competition can show; see `detectableDifference`. */
export function testDifference(differences: readonly number[], step: number): Difference {
  const variance = sampleVariance(differences) ?? 0;
  return {
    mean: differences.reduce((sum, value) => sum + value, 0) / differences.length,
    interval: differences.every((value) => value === differences[0]) ? null : bootstrapInterval(differences),
    ...permutationTest(differences),
    detectable: detectableDifference({ competitions: differences.length, variance, step }),
  };
}

/** Whether a difference may be called significant. Too few differing competitions can never carry that. */
export function isSignificant({ differing, pValue }: Difference): boolean {
  return differing > mostInconclusive && pValue < 0.05;
}
