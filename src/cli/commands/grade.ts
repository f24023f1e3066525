import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { defaultDataDirectory } from "../../facts/data-directory.ts";
import { aggregateReports } from "../../grade/report.ts";
import { writeReport } from "../../grade/write-report.ts";
import { UsageError } from "../../lib/errors.ts";
import { systemFailure } from "../../lib/system-failure.ts";
import { findSubmissions, type RunSubmission } from "../../runs/grading/find-submissions.ts";
import { gradeBatch } from "../../runs/grading/grade-batch.ts";
import type { GradingTask } from "../../runs/grading/grader.ts";
import { readSubmissionList, type SkippedLine } from "../../runs/grading/submission-list.ts";
import { defaultRunDirectory, findRuns } from "../../runs/state/find-runs.ts";
import { exitCodes } from "../exit-codes.ts";
import { recordUngraded, withRun } from "../grade-runs.ts";
import { note, print, printJson } from "../output.ts";
import { formatGrades } from "../views/grading-table.ts";
import { Progress } from "../views/progress.ts";
import type { GradeOptions } from "./grade.options.ts";

export async function run(options: GradeOptions): Promise<number> {
  const { tasks, runs, skipped } = findTasks(options);
  const { dataDir, verifyData = false } = options;
  makeFolder(options.outputDir);
  await recordUngraded(runs, { verifyData, ...(dataDir === undefined ? {} : { dataDirectory: resolve(dataDir) }) });
  const progress = new Progress(tasks.length, "submissions");
  const graded = await gradeBatch(tasks, {
    dataDirectory: dataDir ?? defaultDataDirectory(),
    ...(options.leaderboards === undefined ? {} : { leaderboards: options.leaderboards }),
    ...(options.jobs === undefined ? {} : { jobs: options.jobs }),
    verifyData,
    onReport: (_, done) => progress.update(done),
  });
  progress.end();

  const reports = graded.map((report, index) => withRun(report, runs[index]));
  const report = { ...aggregateReports(reports), ...(skipped.length === 0 ? {} : { extra: { skipped } }) };
  const path = writeReport(report, options.outputDir);
  if (options.json) printJson(report);
  else print(formatGrades(reports));
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
    const reason = systemFailure(cause)?.message ?? `${(cause as Error).message}.`;
    throw new UsageError(`The report cannot be written to ${folder}: ${reason}`, { cause });
  }
}

interface FoundTasks {
  readonly tasks: readonly GradingTask[];
  /** The runs that the tasks belong to, where they are runs. */
  readonly runs: readonly RunSubmission[];
  readonly skipped: readonly SkippedLine[];
}

function findTasks(options: GradeOptions): FoundTasks {
  if (options.submission !== undefined && options.runs !== undefined) {
    throw new UsageError("Give --submission FILE or --runs DIR, not both.");
  }
  if (options.submission !== undefined) return { ...readSubmissionList(options.submission), runs: [] };
  if (options.runs !== undefined) {
    const runs = findSubmissions(folderOf(options.runs));
    return {
      tasks: runs.map(({ competitionId, submissionPath }) => ({ competitionId, submissionPath })),
      runs,
      skipped: [],
    };
  }
  throw new UsageError("Nothing to grade: give --submission FILE (JSON lines) or --runs DIR (run folders).");
}

/** A folder, or a run group by any of its names. */
function folderOf(runs: string): string {
  if (existsSync(runs) || runs.includes("/")) return runs;
  const found = findRuns(runs, resolve(defaultRunDirectory()));
  if (found.kind === "group") return found.group;
  throw new UsageError(`${runs} is a run. Give the folder or the name of its run group.`);
}
