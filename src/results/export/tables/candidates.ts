import { rankScore } from "../../../grade/rank-score.ts";
import { type RunGrade, readGrade } from "../../../runs/state/read-grade.ts";
import { knownStanding } from "../../known-standing.ts";
import type { ResultSet } from "../../result-set.ts";
import { listRuns, type RunEntry, runColumns } from "../run-entry.ts";
import { column, defineTable } from "../table.ts";

interface Row {
  readonly entry: RunEntry;
  readonly number: number;
  readonly candidate: RunGrade["candidates"][number];
  /** Of this candidate and those before it. */
  readonly best: number | null;
}

function* rowsOf(sets: readonly ResultSet[]): Generator<Row> {
  for (const entry of listRuns(sets)) {
    const grade = entry.graded === null || entry.folder === null ? null : readGrade(entry.folder);
    if (grade === null) continue;
    let best: number | null = null;
    for (const [index, candidate] of grade.candidates.entries()) {
      best = better(best, candidate.score, grade.report.is_lower_better);
      yield { entry, number: index + 1, candidate, best };
    }
  }
}

function better(one: number | null, other: number | null, isLowerBetter: boolean): number | null {
  if (one === null || other === null) return one ?? other;
  return isLowerBetter ? Math.min(one, other) : Math.max(one, other);
}

function percentileOf({ entry, candidate }: Row): number | null {
  const standing = knownStanding(entry.competitionId);
  return standing === null ? null : rankScore(candidate.score, standing).percentile;
}

/** One row per version of the submission that a graded run wrote, with its score. */
export const candidatesTable = defineTable<Row>(
  "candidates",
  [
    ...runColumns<Row>(({ entry }) => entry),
    column("candidate", "integer", "number of the version, from 1", ({ number }) => number),
    column("elapsed_ms", "integer", "how long the agent had worked", ({ candidate }) =>
      Math.round(candidate.elapsedMs),
    ),
    column(
      "valid",
      "boolean",
      "whether the grader accepts it; empty if the grader failed",
      ({ candidate }) => candidate.valid,
    ),
    column("score", "number", "its score", ({ candidate }) => candidate.score),
    column("best_score", "number", "best score so far", ({ best }) => best),
    column("percentile", "number", "position on the leaderboard, 0 to 100", percentileOf),
    column("medal", "text", "`gold`, `silver` or `bronze`", ({ candidate }) => candidate.medal),
    column("file", "text", "its place in the run's folder", ({ candidate }) => candidate.file),
    column("sha256", "text", "hash of the file", ({ candidate }) => candidate.sha256),
  ],
  rowsOf,
);
