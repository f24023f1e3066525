import { expect, test } from "vitest";
import { reportPage } from "../../../../src/cli/views/html/report-page.ts";
import { loadSplit } from "../../../../src/facts/splits.ts";
import { reportResults } from "../../../../src/results/report-results.ts";
import type { GradedRun, ResultSet } from "../../../../src/results/result-set.ts";

const conditions = {
  edition: "v1",
  timeLimit: 3_600_000,
  memoryLimit: "machine",
  network: "closed",
  isolation: "isolated",
} as const;

/** A run of which a log says everything. Every seventh failed. */
function run(competitionId: string, seed: number): GradedRun {
  const isValid = seed % 7 !== 3;
  const score = isValid ? 0.5 + (seed % 50) / 100 : null;
  const candidates = Array.from({ length: isValid ? 5 : 0 }, (_, index) => {
    return { file: `${index}.csv`, elapsedMs: 1000 * (seed + index), sha256: "", score, valid: true, medal: null };
  });
  const failure = isValid ? null : { kind: "agent error", cause: "ValueError", reason: "x".repeat(100_000) };
  return {
    competitionId,
    source: "log",
    seed,
    conditions,
    record: null,
    cost: 0.01 * (seed + 1),
    told: { retries: 0, failure, times: { workedMs: 10_000 * (seed + 1), gpus: 0, candidates } },
    report: {
      competition_id: competitionId,
      score,
      gold_threshold: 0.95,
      silver_threshold: 0.9,
      bronze_threshold: 0.85,
      median_threshold: 0.7,
      any_medal: score !== null && score >= 0.85,
      gold_medal: score !== null && score >= 0.95,
      silver_medal: false,
      bronze_medal: score !== null && score >= 0.85 && score < 0.95,
      above_median: score !== null && score > 0.7,
      submission_exists: isValid,
      valid_submission: isValid,
      is_lower_better: false,
      created_at: "",
      submission_path: "",
      extra: { percentile: isValid ? seed % 100 : null, failure: null } as unknown as GradedRun["report"]["extra"],
    },
  };
}

function pageOf(...sets: readonly ResultSet[]): string {
  return reportPage(sets.map((set) => ({ set, report: reportResults(set, { padMissing: false, details: true }) })));
}

function setOf(label: string, competitions: readonly string[], seeds: number, source = label): ResultSet {
  const runs = Array.from({ length: seeds }, (_, seed) => competitions.map((id) => run(id, seed))).flat();
  return { label, sources: [source], runs, missing: [] };
}

test("a page about 10,000 runs is smaller than 2 MB, and says what it sums up", () => {
  const page = pageOf(setOf("many", loadSplit("all"), 134));
  expect(page.length).toBeLessThan(2_000_000);
  expect(page).toContain("Bars are shares of a competition&#39;s runs");
  expect(page).toContain("the bar holds the middle half of them");
  expect(page).toContain("runs near each other share a disc");
  expect(page).toContain("the line is their median");
});

test("a page about thousands of unknown competitions leaves most of them to --json, and says so", () => {
  const ids = Array.from({ length: 5000 }, (_, index) => `competition-${index}`);
  const page = pageOf(setOf("wide", ids, 2));
  expect(page.length).toBeLessThan(2_000_000);
  expect(page).toContain("4800 more competitions are not drawn");
});

test("sets with the same label are told apart by their sources, and long labels are cut", () => {
  const page = pageOf(
    setOf("same", ["leaf-classification"], 1, "first"),
    setOf("same", ["leaf-classification"], 1, "second"),
  );
  expect(page).toContain("same (first)");
  expect(page).toContain("same (second)");
  expect(pageOf(setOf("y".repeat(100_000), ["leaf-classification"], 3)).length).toBeLessThan(100_000);
});

test("a set without any run makes a page too", () => {
  const missing = [
    { competitionId: "leaf-classification", source: "log", seed: 0, folder: null, why: "stopped" },
  ] as const;
  expect(pageOf({ label: "empty", sources: ["log"], runs: [], missing })).toContain(
    "There is no complete seed to report.",
  );
});
