/**
 * The library: what the commands are made of.
 *
 * @example
 *     import { getCompetition, gradeSubmission } from "mlebench";
 *     const competition = await getCompetition("spaceship-titanic");
 *     const report = gradeSubmission(competition, { submissionPath: "submission.csv", answers: "answers.csv" });
 *     console.log(report.score, report.any_medal);
 */
export { getCompetition } from "./competitions/get-competition.ts";
export { type Config, type ConfigLimits, defineConfig } from "./config/config.ts";
export { type LoadedConfig, useConfig } from "./config/current-config.ts";
export type { Competition, CompetitionDefinition, Grade } from "./contracts/competition.ts";
export type { Edition } from "./facts/editions.ts";
export type { CompetitionFacts } from "./facts/facts.ts";
export { listIds as listCompetitions, listSplits, loadSplit } from "./facts/splits.ts";
export type { Column, NumberColumn, TextColumn } from "./frame/column.ts";
export type { Frame } from "./frame/frame.ts";
export { parseCsv, readCsv } from "./frame/read-csv.ts";
export { type GradeOptions, gradeSubmission } from "./grade/grade-submission.ts";
export { type Medal, type Ranking, rankScore } from "./grade/rank-score.ts";
export { readLeaderboard } from "./grade/read-leaderboard.ts";
export {
  aggregateReports,
  type CompetitionReport,
  type Failure,
  type GradingReport,
  type ReportExtra,
} from "./grade/report.ts";
export { type Standing, standingFromFacts, standingFromLeaderboard } from "./grade/standing.ts";
export { type Against, type Verdict, validateSubmission } from "./grade/validate-submission.ts";
export { BenchError, InvalidSubmission, MissingData, UnreadableSubmission, UsageError } from "./lib/errors.ts";
export * as metrics from "./metrics/index.ts";
export { type BatchOptions, gradeBatch } from "./runs/grading/grade-batch.ts";
export type { GradingTask } from "./runs/grading/grader.ts";
export type { PreparationProgress } from "./runs/preparation/preparation-progress.ts";
export {
  defaultJobs,
  type PreparationResult,
  type PreparationTask,
  type PrepareBatchOptions,
  prepareBatch,
} from "./runs/preparation/prepare-batch.ts";
export {
  type Preparation,
  type PrepareOptions,
  prepareCompetition,
  type VerificationScope,
} from "./runs/preparation/prepare-competition.ts";
export type { RawSource } from "./runs/preparation/raw-data.ts";
