import { describe, expect, test } from "vitest";
import { isGenerated, listKnownIds, loadFacts } from "../../src/facts/facts.ts";
import { loadLeaderboardScores } from "../../src/facts/leaderboard-scores.ts";
import { listIds, listSplits, loadSplit } from "../../src/facts/splits.ts";
import { UsageError } from "../../src/lib/errors.ts";
import { roundHalfEven } from "../../src/lib/numeric/rounding.ts";
import { loadPublishedResults } from "../../src/results/published-results.ts";

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

  test("says NaN where the sample submission scores NaN", () => {
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
    if (!isGenerated(facts)) {
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
    if (!isGenerated(facts)) expect(facts.checksums.zip).toMatch(/^[0-9a-f]{32}$/);
    if (facts.upstream !== null) expect(facts.upstream.leaderboard.sha256).toMatch(/^[0-9a-f]{64}$/);
    for (const file of Object.values(facts.files)) expect(file).toMatch(/^(public|private)\//);
    expect(facts.category === null).toBe(facts.complexity === "dev");
  });
});

describe("loadSplit", () => {
  test("lists every split with its size", () => {
    const sizes = Object.fromEntries(listSplits().map((name) => [name, loadSplit(name).length]));
    expect(sizes).toMatchObject({
      low: 22,
      medium: 38,
      high: 15,
      all: 75,
      dev: 7,
      systemcard: 30,
      "spaceship-titanic": 1,
      demo: 5,
    });
  });

  test("understands upstream's other names", () => {
    expect(loadSplit("lite")).toBe(loadSplit("low"));
    expect(loadSplit("split75")).toBe(loadSplit("all"));
  });

  test("agrees with the complexity of the competitions", () => {
    for (const complexity of ["low", "medium", "high", "dev"]) {
      const ids = listIds().filter((id) => loadFacts(id).complexity === complexity);
      expect([...loadSplit(complexity)].sort()).toEqual(ids);
    }
  });

  test("keeps competitions that upstream does not have in splits of their own, each in one", () => {
    const isUpstreams = (id: string): boolean => loadFacts(id).upstream !== null;
    for (const name of listSplits()) expect(new Set(loadSplit(name).map(isUpstreams)).size).toBe(1);
    expect(listIds().every(isUpstreams)).toBe(true);
    expect(new Set(listSplits().flatMap(loadSplit))).toEqual(new Set(listKnownIds()));
    const isDemo = (id: string): boolean => isGenerated(loadFacts(id)) && loadFacts(id).complexity === "demo";
    expect(loadSplit("demo").every(isDemo)).toBe(true);
  });

  test("rejects an unknown split and suggests one", () => {
    expect(() => loadSplit("mediun")).toThrow("Did you mean `medium`?");
    expect(() => loadSplit("toString")).toThrow(UsageError);
  });
});

test("26 published results have a mean for every split", () => {
  const results = loadPublishedResults();
  expect(results).toHaveLength(26);
  for (const { medalPercent } of results) expect(Object.keys(medalPercent)).toEqual(["low", "medium", "high", "all"]);
});
