import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Writes a grading report as upstream does. Each letter is the outcome of one competition: `g`old, `s`ilver, `b`ronze, above the
 * `m`edian, `v`alid, `i`nvalid, `-` no submission, `.` no report.
 */
export function writeGradingReport(path: string, competitionIds: readonly string[], outcomes: string): void {
  const reports = competitionIds.flatMap((id, index) => {
    const outcome = outcomes[index] ?? ".";
    return outcome === "." ? [] : [reportOn(id, outcome)];
  });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ total_runs: reports.length, competition_reports: reports }));
}

const scores: Readonly<Record<string, number>> = { g: 0.96, s: 0.91, b: 0.86, m: 0.75, v: 0.5 };

function reportOn(competitionId: string, outcome: string): object {
  return {
    competition_id: competitionId,
    score: scores[outcome] ?? null,
    gold_threshold: 0.95,
    silver_threshold: 0.9,
    bronze_threshold: 0.85,
    median_threshold: 0.7,
    any_medal: "gsb".includes(outcome),
    gold_medal: outcome === "g",
    silver_medal: outcome === "s",
    bronze_medal: outcome === "b",
    above_median: "gsbm".includes(outcome),
    submission_exists: outcome !== "-",
    valid_submission: outcome in scores,
    is_lower_better: false,
    created_at: "2026-01-01T00:00:00.000000",
    submission_path: "submission.csv",
  };
}
