import { join } from "node:path";
import { type CompetitionReport, medalOf } from "../../grade/report.ts";
import { writeFileAtomically } from "../../lib/files/replace-file.ts";
import { sha256 } from "../../lib/hashing.ts";
import type { JournalLine } from "../../lib/journal/journal.ts";
import { patiently } from "../../lib/patiently.ts";
import type { GradingTask } from "../grading/grader.ts";
import type { RunEvent } from "../record/run-events.ts";
import { runFiles } from "../record/run-folder.ts";
import { lastAttempt } from "../state/last-attempt.ts";
import type { RunGrade } from "../state/read-grade.ts";
import { mostSubmissionBytes } from "./seal-run.ts";

/** After this many candidates that the grader failed on, the rest are not graded: each can take half an hour. */
const mostFailures = 2;

/**
 * Grades the sealed submission and the candidates, equal files only once, and writes `grade.json`.
 *
 * @throws when the grader fails on the submission. Candidates that it fails on have no grade.
 */
export async function gradeRun(
  folder: string,
  competitionId: string,
  events: readonly JournalLine<RunEvent>[],
  grade: (task: GradingTask) => Promise<CompetitionReport>,
): Promise<Extract<RunEvent, { type: "graded" }>> {
  const reports = new Map<string, Promise<CompetitionReport>>();
  const gradeOnce = (key: string, file: string): Promise<CompetitionReport> => {
    const known = reports.get(key) ?? grade({ competitionId, submissionPath: join(folder, file) });
    reports.set(key, known);
    return known;
  };
  const sealed = events.findLast((event) => event.type === "sealed");
  const graded = await gradeOnce(sealed?.submission?.sha256 ?? "none", runFiles.submission);
  const report = sealed?.tooLarge === undefined ? graded : tooLargeReport(graded, sealed.tooLarge);
  const candidates: RunGrade["candidates"] = [];
  let failures = 0;
  for (const event of lastAttempt(events)) {
    if (event.type !== "candidate") continue;
    const { file, elapsedMs, sha256: hash } = event;
    const known = failures < mostFailures || reports.has(hash) ? await gradeOnce(hash, file).catch(() => null) : null;
    if (known === null) failures += 1;
    const { valid_submission: valid = null, score = null } = known ?? {};
    candidates.push({ file, elapsedMs, sha256: hash, valid, score, medal: known === null ? null : medalOf(known) });
  }
  const text = `${JSON.stringify({ format: 1, report, candidates } satisfies RunGrade & { format: 1 }, null, 2)}\n`;
  await patiently(() => writeFileAtomically(join(folder, runFiles.grade), text));
  const { valid_submission: valid, score } = report;
  return { type: "graded", grade: sha256(text), valid, score, medal: medalOf(report) };
}

/** A submission that was too large to keep did exist: it is invalid, not missing. */
function tooLargeReport(missing: CompetitionReport, bytes: number): CompetitionReport {
  const reason = `The submission is too large: ${bytes} bytes. At most ${mostSubmissionBytes} bytes are graded.`;
  return { ...missing, submission_exists: true, extra: { ...missing.extra, failure: { kind: "unreadable", reason } } };
}
