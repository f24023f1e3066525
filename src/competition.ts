/**
 * Everything to write a competition with.
 *
 * @example
 *     import { accuracyByColumn, defineCompetition, splitRows } from "mlebench/competition";
 */
export { defineCompetition } from "./competitions/define-competition.ts";
export { tableCompetition } from "./competitions/own-table/table-competition.ts";
export type { TableTask } from "./competitions/own-table/table-task.ts";
export type { CompetitionDefinition, Grade } from "./contracts/competition.ts";
export type { OwnFacts } from "./contracts/own-facts.ts";
export type { PreparationChecks, Prepare, PrepareContext, Target } from "./contracts/preparation.ts";
export type { Better, Thresholds } from "./facts/facts.ts";
// Tables

export { asFloats } from "./frame/as-floats.ts";
export { textAt } from "./frame/as-text.ts";
export { type Column, NumberColumn, TextColumn } from "./frame/column.ts";
export { Frame } from "./frame/frame.ts";
export { parseCsv, readCsv } from "./frame/read-csv.ts";
export { TableView } from "./frame/table-view.ts";
// Grading: recipes, then what to write others with

export { accuracyByColumn } from "./grade/accuracy-by-column.ts";
export { type Aligned, alignById } from "./grade/align.ts";
export { aucByColumn, type IdAndTarget } from "./grade/auc-by-column.ts";
export { requireColumns, requireFinite, requireNumbers, requireSameLength } from "./grade/checks.ts";
export { classMetricByColumn } from "./grade/class-metric-by-column.ts";
export { errorByColumn } from "./grade/error-by-column.ts";
export { logLossByClass } from "./grade/log-loss-by-class.ts";
export { logLossByColumn } from "./grade/log-loss-by-column.ts";
export { macroF1ByColumn } from "./grade/macro-f1-by-column.ts";
export { microF1ByWords } from "./grade/micro-f1-by-words.ts";
export { quadraticKappaByColumn } from "./grade/quadratic-kappa-by-column.ts";
export { requireClasses } from "./grade/require-classes.ts";
export { requireProbabilities } from "./grade/require-probabilities.ts";
export { textAccuracyByColumn } from "./grade/text-accuracy-by-column.ts";
export { InvalidSubmission } from "./lib/errors.ts";
// Preparing

export { QuickRandom } from "./lib/random/quick-random.ts";
export * as metrics from "./metrics/index.ts";
export { groupRows, rowsIn, rowsNotIn } from "./prepare/groups.ts";
export { constantProbability, oneHot } from "./prepare/one-hot.ts";
export { type PlaceByIdOptions, placeById } from "./prepare/place-by-id.ts";
export { type SplitOptions, splitList, splitRows } from "./prepare/split.ts";
export { type ColumnSplit, splitByColumn } from "./prepare/split-by-column.ts";
export { splitGroups } from "./prepare/split-groups.ts";
export { type Cell, tableOfRows } from "./prepare/table-of-rows.ts";
export { type ZipByIdOptions, zipById } from "./prepare/zip-by-id.ts";
