import { expect, test } from "vitest";
import { improvementsOf, timesOf } from "../../src/results/best-so-far.ts";
import { progressCurve } from "../../src/results/progress-curve.ts";
import type { GradedRun } from "../../src/results/result-set.ts";

type Version = readonly [elapsedMs: number, score: number | null, medal?: "gold" | "bronze"];

function run(workedMs: number | null, versions: readonly Version[], competitionId = "spaceship-titanic"): GradedRun {
  const candidates = versions.map(([elapsedMs, score, medal = null], index) => {
    return { file: `${index}.csv`, elapsedMs, sha256: "", score, valid: score !== null, medal };
  });
  const times = { workedMs, gpus: 0, candidates };
  const told = { retries: null, failure: null, times };
  return { competitionId, seed: 0, record: null, told, report: { is_lower_better: false } } as unknown as GradedRun;
}

test("a run's best score only changes when a version is better", () => {
  const versions: Version[] = [
    [1, null],
    [2, 0.5],
    [3, 0.4],
    [4, 0.5],
    [5, 0.7],
  ];
  const made = run(10, versions);
  expect(improvementsOf(made, timesOf(made)!)).toEqual([
    { elapsedMs: 2, score: 0.5 },
    { elapsedMs: 5, score: 0.7 },
  ]);
});

test("runs count from the first version that earns a medal, and those that have ended stay", () => {
  const runs = [
    run(50, [
      [10, 0.9, "bronze"],
      [20, 0.5],
    ]),
    run(100, [[60, 0.95, "gold"]]),
    run(100, []),
    run(null, []),
  ];
  const curve = progressCurve(runs, 100, 10)!;
  expect(curve.runs).toBe(3);
  expect(curve.medals.map((share) => Math.round(3 * share))).toEqual([0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2]);
  expect(curve.normalised!.at(-1)).toBeCloseTo(2 / 3, 12);
});

test("without a leaderboard there is no normalised score, and without times no curve", () => {
  expect(progressCurve([run(10, [[1, 0.5]], "someone-elses")], 10, 5)!.normalised).toBe(null);
  expect(progressCurve([run(null, [])], 10, 5)).toBe(null);
});
