import { quantile } from "../../../lib/numeric/quantile.ts";

/** What a score is held against. */
export interface Known {
  readonly lowerIsBetter: boolean;
  /** Comparable scores of earlier experiments. */
  readonly earlier: readonly number[];
  /** What the program itself reported; null when it did not, or when that is the score. */
  readonly reported: number | null;
}

/** So few scores say nothing about how far they spread. */
const leastHistory = 5;
/** A step of this many spreads beyond the best one is no ordinary improvement. */
const mostSpreads = 6;
/** Scores of the same program on different data differ by less than this share. */
const mostDifference = 0.25;
const tiny = 1e-9;

/** Why a score is hard to believe; null when it is not. */
export function whyDoubt(score: number, known: Known): string | null {
  const { lowerIsBetter, earlier, reported } = known;
  if (isPerfect(score, known)) return `${score} is a perfect score.`;
  const best = lowerIsBetter ? Math.min(...earlier) : Math.max(...earlier);
  const gain = lowerIsBetter ? best - score : score - best;
  if (earlier.length >= leastHistory && gain > mostSpreads * spreadOf(earlier)) {
    return `${score} is far better than any score before it; the best was ${best}.`;
  }
  const isFar = reported !== null && !agreesWithReport(score, reported, earlier);
  return isFar ? `${score} is far from the ${reported} that the program reported.` : null;
}

/** Why a score is still hard to believe after the same program got another one on other data; null when it is not. */
export function whyStillDoubt(doubt: string, scores: readonly [number, number], known: Known): string | null {
  const { earlier, reported } = known;
  if (!agree(...scores, earlier)) return `It scored ${scores[0]}, then ${scores[1]} on other data.`;
  if (reported !== null) return agreesWithReport(scores[1], reported, earlier) ? null : doubt;
  // A program that finds the answers somewhere finds them twice.
  return isPerfect(scores[1], known) ? doubt : null;
}

function isPerfect(score: number, { lowerIsBetter }: Known): boolean {
  return Math.abs(score - (lowerIsBetter ? 0 : 1)) <= tiny;
}

/** Programs may report an error as its negative. */
function agreesWithReport(score: number, reported: number, earlier: readonly number[]): boolean {
  return agree(score, reported, earlier) || agree(score, -reported, earlier);
}

/** Whether two scores of one program are about the same, given how far scores of different programs spread. */
function agree(one: number, other: number, earlier: readonly number[]): boolean {
  const spread = earlier.length >= leastHistory ? spreadOf(earlier) : 0;
  return Math.abs(one - other) <= Math.max(mostDifference * Math.max(Math.abs(one), Math.abs(other)), spread);
}

/** A standard deviation that outliers do not change: from the median distance to the median. */
function spreadOf(values: readonly number[]): number {
  const median = quantile(Float64Array.from(values), 0.5);
  const distance = quantile(
    Float64Array.from(values, (value) => Math.abs(value - median)),
    0.5,
  );
  // Equal scores, such as those of small changes, do not make every improvement a wonder.
  return Math.max(1.4826 * distance, 0.01 * Math.abs(median), tiny);
}
