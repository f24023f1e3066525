import { join } from "node:path";
import type { Competition } from "../../contracts/competition.ts";
import { gradeSubmission, readAnswers } from "../../grade/grade-submission.ts";
import { BenchError } from "../../lib/errors.ts";
import { checkTables } from "../../prepare/check-tables.ts";

/**
 * Checks a new rehearsal by what its competition promises and by its own grader: the test ids are not in the training data,
 * the answers are not in public tables, and the sample submission gets a score.
 *
 * @throws BenchError `rehearsal-failed` with everything that is wrong.
 */
export function requireUsable(competition: Competition, folder: string): void {
  const { id, checks = {}, facts } = competition;
  const answers = readAnswers(competition, join(folder, facts.files.answers));
  const submissionPath = join(folder, facts.files.sampleSubmission);
  const { extra } = gradeSubmission(competition, { submissionPath, answers: () => answers });
  const problems = [
    ...(answers.length === 0 ? ["There are no test rows: choose a larger --fraction."] : []),
    ...checkTables(folder, checks, { trainMayRepeat: true }),
    ...(extra.failure === null ? [] : [`The sample submission gets no score: ${extra.failure.reason}`]),
  ];
  if (problems.length === 0) return;
  // The folder has a temporary name.
  const lines = problems.map((problem) => `  ${problem.replaceAll(`${folder}/`, "")}`);
  throw new BenchError("rehearsal-failed", [`The rehearsal of \`${id}\` cannot be used:`, ...lines].join("\n"));
}
