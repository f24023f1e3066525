import { describe, expect, test } from "vitest";
import { loadFacts } from "../../src/facts/facts.ts";
import { loadLeaderboardScores } from "../../src/facts/leaderboard-scores.ts";
import { rankScore } from "../../src/grade/rank-score.ts";
import { standingFromFacts } from "../../src/grade/standing.ts";
import { aggregateSplit } from "../../src/results/aggregate-split.ts";
import { competitionFigures } from "../../src/results/competition-figures.ts";
import { readResultSet } from "../../src/results/read-result-sets.ts";
import type { GradedRun } from "../../src/results/result-set.ts";
import { standingOf } from "../../src/results/run-standing.ts";
import { writeGradingReport } from "../support/grading-reports.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
writeGradingReport(place("reports", "grading_report.json"), ["a"], "v");
const [example] = (await readResultSet(place("reports"), place())).runs as [GradedRun];

/** A run as upstream reports it, without ranks. */
function runWith(competitionId: string, score: number | null, better: "lower" | "higher" = "higher"): GradedRun {
  const report = { ...example.report, competition_id: competitionId, score, is_lower_better: better === "lower" };
  return { ...example, competitionId, report };
}

/** The same as our own grader reports it, with ranks. */
function rankedRun(run: GradedRun): GradedRun {
  const standing = standingFromFacts(loadFacts(run.competitionId));
  const { percentile, shareBeaten } = rankScore(run.report.score, standing);
  const teams_beaten = Math.round(shareBeaten! * standing.teams);
  const extra = { ...run.report.extra, percentile, teams_beaten, teams: standing.teams };
  return { ...run, report: { ...run.report, extra } };
}

describe("standingOf", () => {
  test.each(["spaceship-titanic", "nomad2018-predict-transparent-conductors"])(
    "counts the teams of %s, from our own reports and from those without ranks",
    (id) => {
      const { better } = loadFacts(id);
      const scores = [...loadLeaderboardScores(id)!];
      const sign = better === "lower" ? -1 : 1;
      for (const index of [0, 3, 500, 700, scores.length - 1]) {
        const score = scores[index]!;
        const worse = scores.filter((other) => sign * other < sign * score).length;
        const ahead = scores.filter((other) => sign * other > sign * score).length;
        const tied = scores.length - worse - ahead;
        const run = runWith(id, score, better);
        for (const each of [run, rankedRun(run)]) {
          const { percentile, humanRank } = standingOf(each);
          expect(percentile).toBeCloseTo((100 * (worse + tied / 2)) / scores.length, 9);
          expect(humanRank).toBeCloseTo(100 * (1 - (ahead + 1) / scores.length), 9);
        }
      }
    },
  );

  test("puts a score between what nine tenths of the teams reach and gold", () => {
    const { thresholds, leaderboard } = loadFacts("spaceship-titanic");
    const low = leaderboard.quantiles[180]!;
    const normalised = (score: number) => standingOf(runWith("spaceship-titanic", score)).normalisedScore;
    expect([normalised(0), normalised(low), normalised(thresholds.gold), normalised(1)]).toEqual([0, 0, 1, 1]);
    expect(normalised((low + thresholds.gold) / 2)).toBeCloseTo(0.5, 9);
  });

  test("is 0 for a run without a score, never below, and unknown for a competition that is not known here", () => {
    expect(standingOf(runWith("spaceship-titanic", null))).toEqual({ percentile: 0, humanRank: 0, normalisedScore: 0 });
    expect(standingOf(runWith("spaceship-titanic", -1))).toEqual({ percentile: 0, humanRank: 0, normalisedScore: 0 });
    const unknown = { percentile: null, humanRank: null, normalisedScore: null };
    expect(standingOf(runWith("no-such", 1))).toEqual(unknown);
  });
});

describe("the standing of a split", () => {
  const ids = ["spaceship-titanic", "ml2021spring-hw2", "no-such"];
  const split = { name: "selected", competitionIds: ids };

  test("is mean and median over competitions, the seeds of each averaged first", () => {
    const perfect = ids.map((id) => runWith(id, 1));
    const failed = runWith("spaceship-titanic", null);
    const { standing } = aggregateSplit([...perfect, failed, ...perfect.slice(1)], split, { padMissing: false });
    expect(standing.normalisedScore).toEqual({ mean: 0.75, median: 0.75, count: 2 });
    expect(standing.percentile).toMatchObject({ count: 2 });
  });

  test("counts padded runs as 0", () => {
    const { standing } = aggregateSplit([runWith(ids[0]!, 1)], split, { padMissing: true });
    expect(standing.normalisedScore.mean).toBeCloseTo(1 / 3, 9);
    expect(standing.normalisedScore).toMatchObject({ median: 0, count: 3 });
  });
});

describe("competitionFigures", () => {
  test("says what the mean score lacks, in the metric's unit and as a share of gold minus median", () => {
    const [{ distance, score }] = competitionFigures([runWith("a", 0.7), runWith("a", 0.9), runWith("a", null)]) as [
      ReturnType<typeof competitionFigures>[0],
    ];
    expect(score).toMatchObject({ mean: 0.8, count: 2 });
    expect(distance!.gold.score).toBeCloseTo(0.15, 9);
    expect(distance!.gold.share).toBeCloseTo(0.6, 9);
    expect(distance!.median.share).toBeCloseTo(-0.4, 9);
  });

  test("turns distances round where lower is better, and knows none without a score", () => {
    const [lower] = competitionFigures([runWith("a", 0.9, "lower")]);
    expect(lower!.distance!.gold.score).toBeCloseTo(-0.05, 9);
    expect(competitionFigures([runWith("a", null)])[0]!.distance).toBeNull();
  });
});
