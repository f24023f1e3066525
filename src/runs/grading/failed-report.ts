import { existsSync } from "node:fs";
import type { Competition } from "../../contracts/competition.ts";
import { type CompetitionReport, competitionReport } from "../../grade/report.ts";
import { standingFromFacts } from "../../grade/standing.ts";

/** The report of an item that we failed to grade: no score, and the fault is ours. */
export function failedReport(
  competition: Pick<Competition, "id" | "facts">,
  submissionPath: string,
  reason: string,
): CompetitionReport {
  return competitionReport(
    {
      competitionId: competition.id,
      submissionPath,
      submissionExists: existsSync(submissionPath),
      score: null,
      unroundedScore: null,
      failure: { kind: "grader-error", reason },
      edition: "v1",
      durationMs: 0,
    },
    standingFromFacts(competition.facts),
  );
}
