import { describe, expect, test } from "vitest";
import { formatMean, formatResults } from "../../src/cli/views/results-table.ts";
import { meanAndError } from "../../src/results/statistics/mean-and-error.ts";
import { summarizeGroup } from "../../src/results/summarize-group.ts";
import { readGroup } from "../../src/runs/state/read-group.ts";
import { type MadeRun, makeRunGroup } from "../support/make-run-group.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();

describe("meanAndError", () => {
  test("is numpy's mean and scipy's standard error of the mean", () => {
    // scipy.stats.sem([0.8, 0.9, 0.7, 0.85]) == 0.04269562819149834
    expect(meanAndError([0.8, 0.9, 0.7, 0.85])).toEqual({
      mean: expect.closeTo(0.8125, 14),
      error: expect.closeTo(0.04269562819149834, 14),
      count: 4,
    });
    expect(meanAndError([3])).toEqual({ mean: 3, error: null, count: 1 });
    expect(meanAndError([])).toEqual({ mean: null, error: null, count: 0 });
  });
});

describe("formatMean", () => {
  test("shows four digits for numbers of any size", () => {
    const shown = (mean: number, error: number | null) => formatMean({ mean, error, count: 2 });
    expect(shown(0.8123456, 0.0042)).toBe("0.8123 ± 0.0042");
    expect(shown(0.8, null)).toBe("0.8000 ± -");
    expect(shown(12345.678, 1.5)).toBe("12345.7 ± 1.5");
    expect(shown(-0.00012346, 0.00001)).toBe("-0.0001235 ± 0.0000100");
    expect(shown(0, 0)).toBe("0.0000 ± 0.0000");
    expect(formatMean({ mean: null, error: null, count: 0 })).toBe("-");
  });
});

const outcomes: Readonly<Record<string, MadeRun>> = {
  "a_seed-0": { score: 0.96, medal: "gold", percentile: 99 },
  "a_seed-1": { score: 0.9, medal: "silver", percentile: 91 },
  "a_seed-2": { score: 0.5, percentile: 20 },
  "b_seed-0": { invalid: true },
  "b_seed-1": { end: "agent-error", score: null },
  "b_seed-2": { score: 0.86, medal: "bronze", percentile: 80 },
};

describe("summarizeGroup", () => {
  test("counts every run, scored or not, and takes shares over seeds", async () => {
    await makeRunGroup(place("all"), { competitions: ["a", "b"], seeds: [0, 1, 2], run: (id) => outcomes[id]! });
    const summary = summarizeGroup(readGroup(place("all")));
    const [a, b] = summary.competitions;
    expect(a).toMatchObject({ competitionId: "a", better: "higher", runs: 3, scored: 3, valid: 3 });
    expect(a!.medals).toEqual({ gold: 1, silver: 1, bronze: 0 });
    expect(a!.percentile.mean).toBeCloseTo(70, 12);
    expect(b).toMatchObject({
      runs: 3,
      settled: 3,
      submitted: 2,
      valid: 1,
      scored: 1,
      score: { mean: 0.86, error: null },
    });
    // Per seed: 1/2, 1/2 and 1/2 of the competitions have a medal; 1/2, 0 and 0 a golden one.
    expect(summary.shares.anyMedal).toEqual({ mean: 0.5, error: 0, count: 3 });
    expect(summary.shares.gold.mean).toBeCloseTo(1 / 6, 14);
    expect(summary.shares.gold.error).toBeCloseTo(1 / 6, 14);
    expect(summary.seeds).toEqual({ complete: 3, total: 3 });

    const table = String(formatResults([summary])).split("\n");
    expect(table[1]).toMatch(/^a +0.7867 ± 0.1444 +higher +1 gold, 1 silver +70.0 +3\/3 +3\/3$/);
    expect(table[2]).toMatch(/^b +0.8600 ± - +higher +1 bronze +80.0 +1\/3 +1\/3$/);
    expect(table[5]).toMatch(/^baseline +50.0 ± 0.0 +16.7 ± 16.7 /);
    expect(table).toHaveLength(6);
  });

  test("leaves seeds that are not finished out of the shares, and says so", async () => {
    const run = (id: string): MadeRun => (id === "b_seed-2" ? { until: "open" } : outcomes[id]!);
    await makeRunGroup(place("part"), { competitions: ["a", "b"], seeds: [0, 1, 2], run, host: "killed" });
    const summary = summarizeGroup(readGroup(place("part")));
    expect(summary.shares.anyMedal.count).toBe(2);
    expect(summary.competitions[1]).toMatchObject({ runs: 3, settled: 2, scored: 0, score: { mean: null } });
    expect(String(formatResults([summary]))).toContain(
      "1 of 6 runs have no result yet; the shares leave out 1 unfinished seed.",
    );
  });

  test.each(["cancelled", "infrastructure-error", "ungraded"] as const)(
    "counts a run that ended as %s as one still to be done",
    async (end) => {
      const run = (id: string): MadeRun => (id === "a_seed-1" ? { end } : { score: 0.8 });
      await makeRunGroup(place(end), { competitions: ["a"], seeds: [0, 1], run });
      const summary = summarizeGroup(readGroup(place(end)));
      expect(summary.seeds).toEqual({ complete: 1, total: 2 });
      expect(summary.shares.valid).toMatchObject({ count: 1 });
      expect(String(formatResults([summary]))).toContain("1 of 2 runs have no result yet");
    },
  );

  test("puts several agents into one table, competition by competition", async () => {
    const shape = { competitions: ["a", "b"], seeds: [0], run: () => ({ score: 0.8 }) };
    const agents = {
      first: { name: "command", label: "mine", settings: {} },
      second: { name: "dummy", label: "dummy", settings: {} },
    };
    for (const [name, agent] of Object.entries(agents)) await makeRunGroup(place(name), { ...shape, name, agent });
    const summaries = ["first", "second"].map((name) => summarizeGroup(readGroup(place(name))));
    const rows = String(formatResults(summaries))
      .split("\n")
      .map((line) => line.split(/ {2,}/).slice(0, 2).join(" "));
    expect(rows.slice(0, 5)).toEqual(["competition agent", "a mine", "a dummy", "b mine", "b dummy"]);
    expect(String(formatResults([summaries[1]!, summaries[1]!]))).toContain("dummy (second)");
  });
});
