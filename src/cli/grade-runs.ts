import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CompetitionReport } from "../grade/report.ts";
import { gradeUngraded, ungradedRuns } from "../runs/execution/grade-ungraded.ts";
import type { RunSubmission } from "../runs/grading/find-submissions.ts";
import { groupFiles } from "../runs/record/run-folder.ts";
import { note } from "./output.ts";

/**
 * Records results for the runs that the grader failed on before, in the groups that submissions were found in, and says what
 * became of them. A group that cannot be changed, such as one that is running or is read-only, is left as it is.
 */
export async function recordUngraded(
  submissions: readonly RunSubmission[],
  options: { readonly dataDirectory?: string; readonly verifyData: boolean },
): Promise<void> {
  for (const folder of new Set(submissions.map(({ groupFolder }) => groupFolder))) {
    if (![groupFiles.plan, groupFiles.events].every((name) => existsSync(join(folder, name)))) continue;
    try {
      const ungraded = ungradedRuns(folder).length;
      if (ungraded === 0) continue;
      const { length } = await gradeUngraded(folder, options);
      note(`${folder}: ${length} of ${ungraded} ungraded run${ungraded === 1 ? "" : "s"} now graded and recorded`);
    } catch (error) {
      note(`${folder}: results of ungraded runs are not recorded: ${(error as Error).message}`);
    }
  }
}

/** A report that names the run whose submission it is about. */
export function withRun(report: CompetitionReport, submission: RunSubmission | undefined): CompetitionReport {
  if (submission === undefined) return report;
  const { group, run, seed, retries } = submission;
  return { ...report, extra: { ...report.extra, group, run, seed, ...(retries === undefined ? {} : { retries }) } };
}
