import { describe, expect, test } from "vitest";
import { loadSplit } from "../../src/facts/splits.ts";
import { compareResults } from "../../src/results/compare-results.ts";
import { readResultSet } from "../../src/results/read-result-sets.ts";
import { isSignificant } from "../../src/results/statistics/test-difference.ts";
import { writeGradingReport } from "../support/grading-reports.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
const low = loadSplit("low");

/** A result set with one report for each seed. */
function makeSet(name: string, ...seeds: readonly string[]) {
  for (const [index, outcomes] of seeds.entries()) {
    writeGradingReport(place(name, `grading_report_${index}.json`), low, outcomes);
  }
  return readResultSet(place(name), place());
}

const none = await makeSet("none", "v".repeat(22), "v".repeat(22));
const withMedals = (count: number) => makeSet(`with-${count}`, "g".repeat(count).padEnd(22, "v"));

describe("compareResults", () => {
  test.each([5, 6])("never calls a difference in %i competitions significant", async (count) => {
    const { medals } = compareResults([none, await withMedals(count)]).pairs[0]!;
    expect(medals).toMatchObject({ differing: count, exact: true, pValue: 2 ** (1 - count) });
    expect(isSignificant(medals)).toBe(false);
  });

  test("calls seven medals more significant, and says by how much they differ", async () => {
    const { medals } = compareResults([none, await withMedals(7)]).pairs[0]!;
    expect(isSignificant(medals)).toBe(true);
    expect(medals.mean).toBeCloseTo((100 * 7) / 22, 10);
    expect(medals.interval!.low).toBeLessThan(medals.mean);
    expect(medals.detectable).toBeGreaterThanOrEqual((100 * 7) / (2 * 22));
  });

  test("is the other way round when the sets are", async () => {
    const sets = [none, await withMedals(7)];
    const [there, back] = [compareResults(sets).pairs[0]!, compareResults(sets.toReversed()).pairs[0]!];
    expect(back.medals.mean).toBeCloseTo(-there.medals.mean, 10);
    expect(back.medals.pValue).toBe(there.medals.pValue);
  });

  test("averages the seeds of a competition, and counts a run without a score as percentile 0", async () => {
    const [competition] = compareResults([
      await makeSet("half", `g${"v".repeat(21)}`, `-${"v".repeat(21)}`),
      none,
    ]).competitions;
    const [half, other] = competition!.figures;
    expect(half).toMatchObject({ runs: 2, medals: 1, score: { mean: 0.96, count: 1 } });
    expect(other).toMatchObject({ runs: 2, medals: 0, score: { mean: 0.5, count: 2 } });
    const [whole] = compareResults([await makeSet("whole", `g${"v".repeat(21)}`), none]).competitions;
    expect(half!.percentile).toBeCloseTo(whole!.figures[0]!.percentile! / 2, 10);
  });

  test("corrects p-values for several comparisons", async () => {
    const alone = compareResults([none, await withMedals(8)]).pairs[0]!.medals.pValue;
    const { pairs } = compareResults([none, await withMedals(8), none]);
    const together = pairs.filter(({ closed }) => closed === "included");
    expect(together.map(({ medals }) => medals.pValue)).toEqual([2 * alone, 1]);
    expect(together[1]!.medals).toMatchObject({ differing: 0, interval: null });
  });

  test("adds the difference without closed competitions where that is another one", async () => {
    const { pairs } = compareResults([none, await withMedals(7)]);
    expect(pairs.map(({ competitions, closed }) => [competitions, closed])).toEqual([
      [22, "included"],
      [20, "left out"],
    ]);
  });
});
