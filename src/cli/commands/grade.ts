import { accessSync, constants, mkdirSync } from "node:fs";
import { defaultDataDirectory } from "../../facts/data-directory.ts";
import { aggregateReports, type CompetitionReport, medalOf, shownScore } from "../../grade/report.ts";
import { writeReport } from "../../grade/write-report.ts";
import { UsageError } from "../../lib/errors.ts";
import { findSubmissions } from "../../runs/grading/find-submissions.ts";
import { gradeBatch } from "../../runs/grading/grade-batch.ts";
import type { GradingTask } from "../../runs/grading/grader.ts";
import { readSubmissionList, type SkippedLine } from "../../runs/grading/submission-list.ts";
import { exitCodes } from "../exit-codes.ts";
import { formatTable, note, print, printJson } from "../output.ts";
import { joinLines, type StyledText } from "../styled-text.ts";
import { Progress } from "../views/progress.ts";
import type { GradeOptions } from "./grade.options.ts";

/** Of a table on a terminal. */
const mostRows = 40;

export async function run(options: GradeOptions): Promise<number> {
  const { tasks, skipped } = findTasks(options);
  makeFolder(options.outputDir);
  const progress = new Progress(tasks.length, "submissions");
  const reports = await gradeBatch(tasks, {
    dataDirectory: options.dataDir ?? defaultDataDirectory(),
    ...(options.leaderboards === undefined ? {} : { leaderboards: options.leaderboards }),
    ...(options.jobs === undefined ? {} : { jobs: options.jobs }),
    verifyData: options.verifyData ?? false,
    onReport: (_, done) => progress.update(done),
  });
  progress.end();

  const report = { ...aggregateReports(reports), ...(skipped.length === 0 ? {} : { extra: { skipped } }) };
  const path = writeReport(report, options.outputDir);
  if (options.json) printJson(report);
  else print(summarize(reports));
  for (const { line, reason } of skipped) note(`Line ${line} was skipped: ${reason}`);
  note(`Report: ${path}`);
  return skipped.length > 0 || reports.some((each) => !each.valid_submission) ? exitCodes.failedItems : exitCodes.done;
}

/** Done before grading, so that hours of work never end with a report that cannot be written. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (cause) {
    throw new UsageError(`The report cannot be written to ${folder}: ${(cause as Error).message}.`, { cause });
  }
}

function findTasks(options: GradeOptions): { tasks: GradingTask[]; skipped: SkippedLine[] } {
  if (options.submission !== undefined && options.runs !== undefined) {
    throw new UsageError("Give --submission FILE or --runs DIR, not both.");
  }
  if (options.submission !== undefined) return readSubmissionList(options.submission);
  if (options.runs !== undefined) return { tasks: findSubmissions(options.runs), skipped: [] };
  throw new UsageError("Nothing to grade: give --submission FILE (JSON lines) or --runs DIR (run folders).");
}

function whyNoScore({ submission_exists: exists, extra }: CompetitionReport): string {
  if (extra.failure?.kind === "grader-error") return "not graded";
  return exists ? "invalid" : "no submission";
}

/** A line for each submission, on a terminal as many as fit a screen, then the totals. */
function summarize(reports: readonly CompetitionReport[]): StyledText {
  const totals = aggregateReports(reports);
  const shown = reports.slice(0, process.stdout.isTTY ? mostRows : undefined);
  const rows = shown.map((report) => [
    report.competition_id,
    String(shownScore(report) ?? whyNoScore(report)),
    medalOf(report) ?? "-",
    report.extra.percentile === null ? "-" : `${report.extra.percentile.toFixed(1)} %`,
    report.extra.failure?.reason ?? "",
  ]);
  const more = reports.length > shown.length ? [`... and ${reports.length - shown.length} more in the report`] : [];
  return joinLines([
    formatTable(["competition", "score", "medal", "percentile", "problem"], rows),
    ...more,
    `${totals.total_runs} runs: ${totals.total_runs_with_submissions} submissions, ${totals.total_valid_submissions} valid, ` +
      `${totals.total_gold_medals} gold, ${totals.total_silver_medals} silver, ${totals.total_bronze_medals} bronze, ` +
      `${totals.total_above_median} above median`,
  ]);
}
