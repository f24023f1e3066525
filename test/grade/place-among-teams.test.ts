import { describe, expect, test } from "vitest";
import { placeAmongTeams } from "../../src/grade/place-among-teams.ts";
import { standingFromLeaderboard } from "../../src/grade/standing.ts";
import { randomSource } from "../support/random-source.ts";

describe("placeAmongTeams", () => {
  const standing = standingFromLeaderboard(Float64Array.of(9, 8, 8, 8, 5, 1));

  test.each([
    [10, { worse: 6, tied: 0, better: 0 }],
    [9, { worse: 5, tied: 1, better: 0 }],
    [8, { worse: 2, tied: 3, better: 1 }],
    [6, { worse: 2, tied: 0, better: 4 }],
    [1, { worse: 0, tied: 1, better: 5 }],
    [0, { worse: 0, tied: 0, better: 6 }],
    [Infinity, { worse: 6, tied: 0, better: 0 }],
    [-Infinity, { worse: 0, tied: 0, better: 6 }],
  ])("counts teams exactly on a whole leaderboard: %d", (score, expected) => {
    expect(placeAmongTeams(score, standing)).toEqual(expected);
  });

  test("turns round when lower is better", () => {
    const lower = standingFromLeaderboard(Float64Array.of(1, 2, 2, 3));
    expect(placeAmongTeams(2, lower)).toEqual({ worse: 1, tied: 2, better: 1 });
    expect(placeAmongTeams(-Infinity, lower)).toEqual({ worse: 4, tied: 0, better: 0 });
  });

  test("interpolates between sampled teams", () => {
    // Ranks 0, 50 and 100 of 101 teams.
    const sample = { ...standing, teams: 101, scores: [100, 50, 0] };
    expect(placeAmongTeams(75, sample)).toEqual({ worse: 75.5, tied: 0, better: 25.5 });
    expect(placeAmongTeams(50, sample)).toEqual({ worse: 50, tied: 1, better: 50 });
  });

  test("is exact from a sample with more scores than teams", () => {
    const sample = { ...standing, teams: 2, scores: [7, 7, 3] };
    expect(placeAmongTeams(5, sample)).toEqual({ worse: 1, tied: 0, better: 1 });
    expect(placeAmongTeams(7, sample)).toEqual({ worse: 1, tied: 1, better: 0 });
  });

  test("takes the middle next to an infinite score", () => {
    const sample = { ...standing, better: "lower" as const, teams: 5, scores: [0, Infinity] };
    expect(placeAmongTeams(1, sample)).toEqual({ worse: 2.5, tied: 0, better: 2.5 });
  });

  test("agrees with counting the teams one by one, on boards of any size with many ties, in both directions", () => {
    const { next: random } = randomSource(5);
    for (let round = 0; round < 300; round += 1) {
      const teams = 1 + Math.floor(random() * 3000);
      const places = 10 ** Math.floor(random() * 6);
      const score = () => Math.round(random() * places) / places;
      const board = Float64Array.from({ length: teams }, score).sort();
      if (round % 2 === 0) board.reverse();
      const whole = standingFromLeaderboard(board);
      for (const candidate of [score(), score(), board[0]!, board.at(-1)!, -1, 2]) {
        const isWorse = (other: number) => (whole.better === "lower" ? other > candidate : other < candidate);
        const worse = board.filter(isWorse).length;
        const tied = board.filter((other) => other === candidate).length;
        expect(placeAmongTeams(candidate, whole)).toEqual({ worse, tied, better: teams - worse - tied });
      }
    }
  });
});
