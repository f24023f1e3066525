import { describe, expect, test } from "vitest";
import { listKnownIds, loadFacts, rawDataOf } from "../../src/facts/facts.ts";
import { loadLeaderboardScores } from "../../src/facts/leaderboard-scores.ts";
import { listIds } from "../../src/facts/splits.ts";
import { UsageError } from "../../src/lib/errors.ts";
import { roundHalfEven } from "../../src/lib/numeric/rounding.ts";

describe("loadFacts", () => {
  test("knows 82 competitions in upstream's order", () => {
    const ids = listIds();
    expect(ids).toHaveLength(82);
    expect(ids.slice(0, 3)).toEqual([
      "3d-object-detection-for-autonomous-vehicles",
      "AI4Code",
      "aerial-cactus-identification",
    ]);
  });

  test("keeps thresholds to the last bit", () => {
    expect(loadFacts("random-acts-of-pizza").thresholds).toEqual({
      gold: 0.97908,
      silver: 0.76482,
      bronze: 0.6921,
      median: 0.5995950000000001,
    });
  });

  test("has `NaN` where the sample submission scores NaN", () => {
    expect(loadFacts("us-patent-phrase-to-phrase-matching").sampleScore).toBe("NaN");
  });

  test.each(["spaceship-titanik", "ai4code", "../splits", "", "constructor"])("rejects the unknown id %j", (id) => {
    expect(() => loadFacts(id)).toThrow(UsageError);
  });

  test("suggests the id that was probably meant", () => {
    expect(() => loadFacts("spaceship-titanik")).toThrow("Did you mean `spaceship-titanic`?");
  });

  test.each(listKnownIds())("has consistent facts for %s", (id) => {
    const facts = loadFacts(id);
    const { quantiles } = facts.leaderboard;
    const sign = facts.better === "lower" ? 1 : -1;
    expect(facts.id).toBe(id);
    expect(facts.leaderboard.teams).toBe(facts.teams);
    expect(quantiles).toHaveLength(201);
    expect(sign * quantiles[0]!).toBeLessThan(sign * quantiles[200]!);
    for (let i = 1; i < 201; i++) expect(sign * quantiles[i]!).toBeGreaterThanOrEqual(sign * quantiles[i - 1]!);
    if (rawDataOf(facts) === "kaggle") {
      const scores = loadLeaderboardScores(id)!;
      expect(scores).toHaveLength(facts.teams);
      expect(Array.from(scores, (score) => sign * score)).toEqual(
        Array.from(scores, (score) => sign * score).sort((a, b) => a - b),
      );
      expect(quantiles.map((_, i) => scores[roundHalfEven((i * (facts.teams - 1)) / 200)])).toEqual(quantiles);
    }
    const { gold, silver, bronze, median } = facts.thresholds;
    expect([gold, silver, bronze, median].map((score) => sign * score)).toEqual(
      [gold, silver, bronze, median].map((score) => sign * score).sort((left, right) => left - right),
    );
    if (rawDataOf(facts) === "kaggle") expect(facts.checksums.zip).toMatch(/^[0-9a-f]{32}$/);
    if (facts.upstream !== null) expect(facts.upstream.leaderboard.sha256).toMatch(/^[0-9a-f]{64}$/);
    for (const file of Object.values(facts.files)) expect(file).toMatch(/^(public|private)\//);
    expect(facts.category === null).toBe(facts.complexity === "dev");
  });
});
