import { existsSync } from "node:fs";
import type { Competition } from "../../contracts/competition.ts";
import { type CompetitionReport, competitionReport } from "../../grade/report.ts";
import { standingFromFacts } from "../../grade/standing.ts";

/** The report on a submission that could not be graded because of an error of ours: no score, and no blame. */
export function failedReport(
  competition: Pick<Competition, "id" | "edition" | "facts">,
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
      edition: competition.edition,
      durationMs: 0,
    },
    standingFromFacts(competition.facts),
  );
}
