import { beforeAll, describe, expect, test } from "vitest";
import { loadSplit } from "../../src/facts/splits.ts";
import { pearson } from "../../src/metrics/pearson.ts";
import { writeGradingReport } from "../support/grading-reports.ts";
import { runCli } from "../support/run-cli.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
const low = loadSplit("low");
const agents = Array.from({ length: 16 }, (_, index) => index);
const folders = agents.map((agent) => place("agents", `agent-${agent}`));

interface Row {
  competition_id: string;
  by_medals: { correlation: number; p_value: number; adjusted_p_value: number } | null;
  [key: string]: unknown;
}

async function itemsOf(...parameters: string[]) {
  const { stdout, stderr } = await runCli(["items", ...parameters, "--json"]);
  expect(stderr).toBe("");
  const analysis = JSON.parse(stdout);
  return { ...analysis, find: (id: string): Row => analysis.items.find((item: Row) => item.competition_id === id) };
}

/** Better agents do worse in it. Scores of the made reports beat all teams, so percentiles say nothing. */
const odd = "detecting-insults-in-social-commentary";

/** Agent 0 is the worst, agent 15 the best: each wins the competitions up to its own number. All win the first, none the second. */
function hasMedal(agent: number, id: string): boolean {
  const index = low.indexOf(id);
  if (index < 2) return index === 0;
  return id === odd ? agent < 8 : (index - 2) % 16 <= agent;
}

/** The correlation of medals in a competition with those in all others. */
function expectedCorrelation(id: string): number {
  const count = (agent: number, ids: readonly string[]) => ids.filter((each) => hasMedal(agent, each)).length;
  const others = low.filter((each) => each !== id);
  return pearson(
    agents.map((agent) => count(agent, [id])),
    agents.map((agent) => count(agent, others)),
  );
}

beforeAll(() => {
  for (const agent of agents) {
    const outcomes = low.map((id) => (hasMedal(agent, id) ? "g" : "v")).join("");
    writeGradingReport(place("agents", `agent-${agent}`, "grading_report.json"), low, outcomes);
  }
});

describe("items", () => {
  test("tells competitions that separate from those that do not", async () => {
    const { find, items, sets, tests, sets_needed } = await itemsOf(...folders);
    expect([sets.length, items.length]).toEqual([16, 22]);
    expect(find(low[0]!)).toMatchObject({
      verdict: "always won",
      medal_percent: 100,
      by_medals: null,
      sets: 16,
      rest: 21,
    });
    expect(find(low[1]!)).toMatchObject({ verdict: "never won", medal_percent: 0, by_medals: null });
    expect(find(odd)).toMatchObject({ verdict: "reversed", medal_percent: 50 });
    expect(find(odd).by_medals!.correlation).toBeCloseTo(expectedCorrelation(odd), 10);
    // The made reports have higher scores for medals, also where the metric is an error and percentiles fall.
    for (const { by_medals, by_percentile, verdict } of items) {
      const signs = [by_medals, by_percentile].flatMap((each) =>
        each !== null && each.adjusted_p_value < 0.05 ? [Math.sign(each.correlation)] : [],
      );
      const [first] = signs;
      const isMixed = signs.length === 2 && signs[0] !== signs[1];
      if (signs.length > 0) expect(verdict).toBe(isMixed ? "contradictory" : first === 1 ? "separates" : "reversed");
    }
    expect(items.map((item: Row) => item.verdict)).toContain("contradictory");
    const middle = find(low[10]!);
    expect(middle).toMatchObject({
      medal_percent: 50,
      verdict: "separates",
      by_medals: { adjusted_p_value: expect.any(Number) },
    });
    expect(middle.by_medals!.correlation).toBeCloseTo(expectedCorrelation(low[10]!), 10);
    expect(middle.by_medals!.adjusted_p_value).toBeGreaterThan(middle.by_medals!.p_value);
    expect(tests).toBeGreaterThan(30);
    expect(sets_needed).toBe(7);
  });

  test("correlates with the rest, without the competition itself", async () => {
    // Without the competition itself, the two agents that differ in it only are equal.
    for (const [name, outcomes] of Object.entries({ a: "gv", b: "vv", c: "vv" })) {
      writeGradingReport(place("two", name, "grading_report.json"), low.slice(0, 2), outcomes);
    }
    const { find } = await itemsOf(...["a", "b", "c"].map((name) => place("two", name)));
    expect(find(low[0]!)).toMatchObject({ sets: 3, rest: 1, by_medals: null });
  });

  test("says how many sets it takes, and needs three", async () => {
    const few = await runCli(["items", ...folders.slice(0, 3)]);
    expect(few.stdout).toMatch(
      /^3 sets are too few to tell any of \d+ correlations from chance; that takes at least 6\./m,
    );
    expect(few.stdout).not.toMatch(/(separates|reversed)$/m);
    for (const given of [[], folders.slice(0, 2)]) {
      const { exitCode, stderr } = await runCli(["items", ...given]);
      expect(exitCode).toBe(2);
      expect(stderr).toContain(`Name at least 3 result sets of different agents, found ${given.length}`);
    }
  });

  test("does not compare sets on competitions that one of them lacks", async () => {
    writeGradingReport(place("other", "grading_report.json"), loadSplit("medium").slice(0, 3), "ggg");
    const { find, differences } = await itemsOf(...folders.slice(0, 3), place("other"));
    expect(find(low[0]!)).toMatchObject({ sets: 3, rest: 21 });
    expect(find(loadSplit("medium")[0]!)).toMatchObject({ sets: 1, verdict: "too few", by_medals: null });
    expect(differences[0]).toMatch(/^The competitions differ/);
    const { items } = await itemsOf(...folders.slice(0, 3), place("other"), "--split", "low");
    expect(items).toHaveLength(22);
  });

  test("prints Markdown", async () => {
    const { stdout } = await runCli(["items", ...folders, "--format", "md"]);
    expect(stdout).toMatch(/^\| competition \| sets \| runs \| medals % \|/m);
    expect(stdout).toMatch(/\| separates \|$/m);
  });
});
