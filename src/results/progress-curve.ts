import { improvementsOf, timesOf } from "./best-so-far.ts";
import { normalisedScore } from "./normalised-score.ts";
import type { GradedRun } from "./result-set.ts";

/** How far runs had come, at evenly spaced times from their start. A run that has ended stays where it was. */
export interface ProgressCurve {
  /** Runs whose times are known. */
  readonly runs: number;
  /** The share of runs, from 0 to 1, that had a submission worth a medal. */
  readonly medals: readonly number[];
  /** The mean normalised score of the best submission so far. Null unless the leaderboards of all runs are known. */
  readonly normalised: readonly number[] | null;
}

/** Null when no run's times are known. */
export function progressCurve(runs: readonly GradedRun[], endMs: number, steps: number): ProgressCurve | null {
  const medals = new Float64Array(steps + 1);
  const normalised = new Float64Array(steps + 1);
  let [count, isNormalised] = [0, true];
  const stepAt = (elapsedMs: number): number =>
    Math.min(steps, Math.max(0, Math.ceil((steps * elapsedMs) / (endMs || 1))));
  for (const run of runs) {
    const times = timesOf(run);
    if (times === null) continue;
    count += 1;
    const first = times.candidates.find(({ medal }) => medal !== null);
    if (first !== undefined) medals[stepAt(first.elapsedMs)]! += 1;
    let reached = 0;
    for (const { elapsedMs, score } of improvementsOf(run, times)) {
      const now = normalisedScore(score, run.competitionId);
      if (now === null) isNormalised = false;
      else {
        normalised[stepAt(elapsedMs)]! += now - reached;
        reached = now;
      }
    }
  }
  if (count === 0) return null;
  return {
    runs: count,
    medals: cumulated(medals, count),
    normalised: isNormalised ? cumulated(normalised, count) : null,
  };
}

function cumulated(changes: Float64Array, count: number): number[] {
  let sum = 0;
  return Array.from(changes, (change) => {
    sum += change;
    return sum / count;
  });
}
