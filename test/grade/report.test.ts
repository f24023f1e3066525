import { describe, expect, test } from "vitest";
import { loadFacts } from "../../src/facts/facts.ts";
import { aggregateReports, competitionReport, type GradedSubmission } from "../../src/grade/report.ts";
import { standingFromFacts } from "../../src/grade/standing.ts";

function report(id: string, graded: Partial<GradedSubmission>) {
  const submission: GradedSubmission = {
    competitionId: id,
    submissionPath: "runs/1/submission.csv",
    submissionExists: true,
    score: null,
    unroundedScore: graded.score ?? null,
    failure: null,
    edition: "v1",
    durationMs: 12,
    createdAt: new Date(2025, 9, 2, 0, 42, 36, 373),
    ...graded,
  };
  return competitionReport(submission, standingFromFacts(loadFacts(id)));
}

describe("competitionReport", () => {
  test("has upstream's keys in upstream's order, then extra", () => {
    expect(Object.entries(report("AI4Code", { score: 0.86, unroundedScore: 0.8600001 }))).toEqual(
      Object.entries({
        competition_id: "AI4Code",
        score: 0.86,
        gold_threshold: 0.9006,
        silver_threshold: 0.8598,
        bronze_threshold: 0.8534,
        median_threshold: 0.8257,
        any_medal: true,
        gold_medal: false,
        silver_medal: true,
        bronze_medal: false,
        above_median: true,
        submission_exists: true,
        valid_submission: true,
        is_lower_better: false,
        created_at: "2025-10-02T00:42:36.373000",
        submission_path: "runs/1/submission.csv",
        extra: {
          unrounded_score: 0.8600001,
          edition: "v1",
          percentile: (100 * 978) / 1025,
          failure: null,
          duration_ms: 12,
          teams_beaten: 978,
          teams: 1025,
          distance: { gold: 0.0406, silver: -0.0002, bronze: -0.0066, median: -0.0343 },
        },
      }),
    );
  });

  test("a NaN score is valid, earns nothing and is kept by name", () => {
    expect(report("AI4Code", { score: Number.NaN })).toMatchObject({
      score: null,
      valid_submission: true,
      any_medal: false,
      extra: { unrounded_score: "NaN", percentile: null },
    });
  });

  test("an infinite score is compared as it is and kept by name", () => {
    expect(report("champs-scalar-coupling", { score: -Infinity })).toMatchObject({
      score: null,
      valid_submission: true,
      gold_medal: true,
      above_median: true,
      extra: { unrounded_score: "-Infinity", percentile: 100 },
    });
    expect(report("champs-scalar-coupling", { score: Infinity })).toMatchObject({
      any_medal: false,
      extra: { unrounded_score: "Infinity", percentile: 0 },
    });
  });

  test("a rejected submission has no score and says why", () => {
    const failure = { kind: "invalid", reason: "Column `id` is missing." } as const;
    expect(report("AI4Code", { failure })).toMatchObject({
      score: null,
      submission_exists: true,
      valid_submission: false,
      any_medal: false,
      above_median: false,
      extra: { unrounded_score: null, failure, teams_beaten: null },
    });
  });
});

describe("aggregateReports", () => {
  test("adds up medals, submissions and those above the median", () => {
    const reports = [
      report("AI4Code", { score: 0.95 }),
      report("AI4Code", { score: 0.86 }),
      report("AI4Code", { score: 0.854 }),
      report("AI4Code", { score: 0.83 }),
      report("AI4Code", { score: 0.1 }),
      report("AI4Code", { score: Number.NaN }),
      report("AI4Code", { failure: { kind: "unreadable", reason: "Not a table." } }),
      report("AI4Code", { submissionExists: false }),
    ];
    expect(Object.entries(aggregateReports(reports))).toEqual(
      Object.entries({
        total_runs: 8,
        total_runs_with_submissions: 7,
        total_valid_submissions: 6,
        total_medals: 3,
        total_gold_medals: 1,
        total_silver_medals: 1,
        total_bronze_medals: 1,
        total_above_median: 4,
        competition_reports: reports,
      }),
    );
  });

  test("of nothing is all zeros", () => {
    expect(aggregateReports([])).toMatchObject({ total_runs: 0, total_medals: 0, competition_reports: [] });
  });
});
