import { describe, expect, test } from "vitest";
import { loadFacts } from "../../src/facts/facts.ts";
import { listIds } from "../../src/facts/splits.ts";
import { rankScore } from "../../src/grade/rank-score.ts";
import { standingFromFacts, standingFromLeaderboard } from "../../src/grade/standing.ts";

const standing = (id: string) => standingFromFacts(loadFacts(id));

describe("rankScore", () => {
  // Lower is better: gold -2.87509, silver -2.03119, bronze -1.90122, median -0.9529.
  test.each([
    [-2.8751, "gold", true],
    [-2.87509, "gold", true],
    [-2.87508, "silver", true],
    [-2.03119, "silver", true],
    [-2.03118, "bronze", true],
    [-1.90122, "bronze", true],
    [-1.90121, null, true],
    [-0.9529, null, false],
    [-0.95289, null, false],
    [-Infinity, "gold", true],
    [Infinity, null, false],
  ])("where lower is better, %d earns %s, above median: %s", (score, medal, aboveMedian) => {
    expect(rankScore(score, standing("champs-scalar-coupling"))).toMatchObject({ medal, aboveMedian });
  });

  // Higher is better: gold 0.97908, silver 0.76482, bronze 0.6921, median 0.5995950000000001.
  test.each([
    [0.97909, "gold", true],
    [0.97908, "gold", true],
    [0.97907, "silver", true],
    [0.76482, "silver", true],
    [0.76481, "bronze", true],
    [0.6921, "bronze", true],
    [0.69209, null, true],
    [0.5995950000000001, null, false],
    [0.599595, null, false],
    [Infinity, "gold", true],
    [-Infinity, null, false],
  ])("where higher is better, %d earns %s, above median: %s", (score, medal, aboveMedian) => {
    expect(rankScore(score, standing("random-acts-of-pizza"))).toMatchObject({ medal, aboveMedian });
  });

  test.each([null, Number.NaN])("%s earns nothing and has no place", (score) => {
    expect(rankScore(score, standing("AI4Code"))).toEqual({
      medal: null,
      aboveMedian: false,
      distance: null,
      percentile: null,
      shareBeaten: null,
    });
  });

  test("says how much is missing to each threshold, and how much is to spare", () => {
    expect(rankScore(0.7, standing("random-acts-of-pizza")).distance).toEqual({
      gold: 0.27908,
      silver: 0.06482,
      bronze: -0.0079,
      median: -0.100405,
    });
  });

  test("counts ties as half in the percentile and not at all among the beaten", () => {
    const ranking = rankScore(8, standingFromLeaderboard(Float64Array.of(9, 8, 8, 5)));
    expect(ranking.percentile).toBe(50);
    expect(ranking.shareBeaten).toBe(0.25);
  });

  test("has no place on a leaderboard where no team has a score", () => {
    const ranking = rankScore(1, standingFromLeaderboard(Float64Array.of(Number.NaN)));
    expect(ranking).toMatchObject({ medal: null, aboveMedian: false, percentile: null, shareBeaten: null });
  });

  // Teams with a worse score, counted on Kaggle's own leaderboards.
  test.each<[string, number, number, number]>([
    ["spaceship-titanic", 0.8, 1456, 0],
    ["spaceship-titanic", 0.81, 2070, 0],
    ["spaceship-titanic", 0.5, 115, 0],
    ["aerial-cactus-identification", 1.0, 1071, 150],
    ["aerial-cactus-identification", 0.9999, 767, 304],
    ["aerial-cactus-identification", 0.99985, 767, 0],
    ["spooky-author-identification", 0.3, 1044, 0],
    ["spooky-author-identification", 0.45, 532, 0],
    ["champs-scalar-coupling", -2.0, 2581, 0],
    ["champs-scalar-coupling", -0.9529, 1369, 1],
    ["AI4Code", 0.85, 889, 1],
    ["nomad2018-predict-transparent-conductors", 0.0511, 878, 0],
  ])("on the leaderboard of %s, a score of %d beats %d teams and ties with %d", (id, score, worse, tied) => {
    const { teams } = loadFacts(id);
    const { shareBeaten, percentile } = rankScore(score, standing(id));
    expect(shareBeaten).toBe(worse / teams);
    expect(percentile).toBe((100 * (worse + tied / 2)) / teams);
  });

  test.each(listIds())("awards gold to the best and beats everyone with a perfect score in %s", (id) => {
    const facts = loadFacts(id);
    const best = standingFromFacts(facts);
    expect(rankScore(facts.leaderboard.quantiles[0]!, best).medal).toBe("gold");
    expect(rankScore(facts.better === "lower" ? -Infinity : Infinity, best)).toMatchObject({
      percentile: 100,
      shareBeaten: 1,
    });
    expect(rankScore(facts.better === "lower" ? Infinity : -Infinity, best)).toMatchObject({
      medal: null,
      percentile: 0,
      shareBeaten: 0,
    });
  });
});
