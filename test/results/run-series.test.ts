import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { loadFacts } from "../../src/facts/facts.ts";
import type { CallRecord } from "../../src/models/ledger/call-record.ts";
import { Ledger } from "../../src/models/ledger/ledger.ts";
import { costFigures } from "../../src/results/cost-figures.ts";
import { readResultSet } from "../../src/results/read-result-sets.ts";
import { reportDetails } from "../../src/results/report-details.ts";
import type { GradedRun } from "../../src/results/result-set.ts";
import { type RunSeries, readSeries } from "../../src/results/run-series.ts";
import { timeFigures } from "../../src/results/time-figures.ts";
import { timeUseOf } from "../../src/results/time-use.ts";
import { aCall } from "../support/calls.ts";
import { writeGradingReport } from "../support/grading-reports.ts";
import { type MadeRun, makeRunGroup } from "../support/make-run-group.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
const id = "spaceship-titanic";
const { thresholds, leaderboard } = loadFacts(id);
const medal: MadeRun = {
  score: thresholds.gold,
  medal: "gold",
  candidates: 3,
  elapsedMs: 4000,
  rehearsals: [0.5, 0.9],
  events: [
    { elapsedMs: 100, event: { type: "answer" } },
    { elapsedMs: 600, event: { type: "result" } },
    { elapsedMs: 700, event: { type: "answer" } },
    { elapsedMs: 950, event: { type: "result" } },
  ],
};
let runs: readonly GradedRun[];
let reported: readonly GradedRun[];

/** A call of a model, as a ledger records it. */
const call = (number: number, more: Partial<CallRecord> = {}): CallRecord => ({
  type: "call",
  ...aCall,
  number,
  ...more,
});

beforeAll(async () => {
  await makeRunGroup(place("group"), {
    competitions: [id],
    seeds: [0, 1],
    model: "scripted/test.yaml",
    run: (run) => (run.endsWith("0") ? medal : { score: null, end: "limit", candidates: 0, elapsedMs: 8000 }),
  });
  for (const run of ["spaceship-titanic_seed-0", "spaceship-titanic_seed-1"]) {
    const ledger = new Ledger(join(place("group"), run));
    ledger.append({ ...aCall, cost: 0.5 });
    ledger.append({ ...aCall, number: 2, cost: 0.25 });
    ledger.close();
  }
  runs = (await readResultSet(place("group"), place())).runs;
  writeGradingReport(place("reports", "grading_report.json"), [id], "g");
  reported = (await readResultSet(place("reports"), place())).runs;
});

describe("timeFigures", () => {
  test("takes medals per hour, the first valid candidate and the share reached early from the records", () => {
    const figures = timeFigures(runs);
    expect(figures).toMatchObject({ runs: 2, workedMs: 12_000, medalsPerHour: 300 });
    expect(figures.firstValidMs).toEqual({ mean: 1000, median: 1000, count: 1 });
    expect(figures.reachedAt10).toEqual({ mean: 0, median: 0, count: 1 });
    const low = leaderboard.quantiles[180]!;
    const second = (thresholds.gold - 0.01 - low) / (thresholds.gold - low);
    expect(figures.reachedAt50.mean).toBeCloseTo(second, 9);
  });

  test("knows nothing of runs that only a report knows", () => {
    const none = { mean: null, median: null, count: 0 };
    const figures = { runs: 0, workedMs: 0, medalsPerHour: null, firstValidMs: none, reachedAt10: none };
    expect(timeFigures(reported)).toMatchObject(figures);
  });
});

describe("costFigures", () => {
  test("divides what calls cost by runs, competitions and medals", () => {
    const figures = { runs: 2, total: 1.5, perRun: 0.75, perCompetition: 1.5, perMedal: 1.5 };
    expect(costFigures([...runs, ...reported])).toEqual(figures);
  });

  test("is unknown for a run with a call that has no price, and for a report", async () => {
    await makeRunGroup(place("unpriced"), { competitions: [id], seeds: [0], model: "scripted/test.yaml" });
    const ledger = new Ledger(join(place("unpriced"), "spaceship-titanic_seed-0"));
    ledger.append({ ...aCall, cost: null });
    ledger.close();
    const unpriced = (await readResultSet(place("unpriced"), place())).runs;
    expect(costFigures([...unpriced, ...reported])).toMatchObject({ runs: 0, total: null, perMedal: null });
  });
});

describe("readSeries", () => {
  test("follows the best candidate over time and cost", () => {
    const [{ points, rehearsals }] = [...readSeries(runs)] as [RunSeries, RunSeries];
    expect(points.map(({ elapsedMs }) => elapsedMs)).toEqual([1000, 2000, 3000]);
    expect(points.map(({ best }) => best)).toEqual(points.map(({ score }) => score));
    expect(points.at(-1)).toMatchObject({ best: thresholds.gold, bestNormalised: 1, medal: "gold", cost: 0 });
    expect(rehearsals.map(({ score }) => score)).toEqual([0.5, 0.9]);
  });

  test("keeps the best where a later candidate is worse, also where lower is better", () => {
    const [run] = runs as [GradedRun];
    const candidates = run.record!.candidates.map((each, index) => ({ ...each, score: [0.3, 0.1, null][index]! }));
    const record = { ...run.record!, candidates };
    const bests = (is_lower_better: boolean) =>
      [...readSeries([{ ...run, record, report: { ...run.report, is_lower_better } }])][0]!.points.map(
        ({ best }) => best,
      );
    expect(bests(false)).toEqual([0.3, 0.3, 0.3]);
    expect(bests(true)).toEqual([0.3, 0.1, 0.1]);
  });

  test("yields nothing for a report", () => {
    expect([...readSeries(reported)]).toEqual([]);
  });
});

describe("timeUseOf", () => {
  const at = (seconds: number) => `2026-01-01T00:00:${String(seconds).padStart(2, "0")}.000Z`;

  test("counts calls at the same time once, and waiting only while no model works", () => {
    const calls = [
      call(1, { startedAt: at(0), waitingMs: 1000, durationMs: 4000 }),
      call(2, { startedAt: at(2), waitingMs: 0, durationMs: 5000 }),
      call(3, { startedAt: at(6), waitingMs: 3000, durationMs: 1000 }),
    ];
    expect(timeUseOf([], calls, 20_000)).toEqual({ model: 7000, waiting: 3000, commands: null, other: 10_000 });
  });

  test("does not know what calls an agent made on its own", () => {
    expect(timeUseOf([], null, 5000)).toEqual({ model: null, waiting: null, commands: null, other: 5000 });
  });
});

describe("reportDetails", () => {
  test("sums up time, processor time and calls, and compares rehearsals with final scores", () => {
    const { timeUse, gaps, gapShare, cpu, calls } = reportDetails([...runs, ...reported]);
    expect(timeUse).toEqual([
      { use: "model", ms: 200, runs: 2, share: 200 / 12_000 },
      { use: "waiting", ms: 0, runs: 2, share: 0 },
      { use: "commands", ms: 750, runs: 1, share: 750 / 4000 },
      { use: "other", ms: 11_050, runs: 2, share: 11_050 / 12_000 },
    ]);
    expect(gaps).toMatchObject([{ competitionId: id, seed: 0, rehearsal: 0.9, final: thresholds.gold }]);
    expect(gaps[0]!.gap).toBeCloseTo(0.9 - thresholds.gold, 9);
    expect(gapShare.mean).toBeCloseTo((0.9 - thresholds.gold) / 0.25, 9);
    expect(cpu).toEqual({ runs: 2, ms: 130_000 });
    expect(calls).toEqual({ runs: 2, calls: 4, inputTokens: 40, outputTokens: 20 });
  });
});
