import { existsSync } from "node:fs";
import type { Competition } from "../../contracts/competition.ts";
import { type CompetitionReport, competitionReport } from "../../grade/report.ts";
import { standingFromFacts } from "../../grade/standing.ts";

/** The report on a submission that mlebench failed to grade. It has no score, and the submission is not blamed. */
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
