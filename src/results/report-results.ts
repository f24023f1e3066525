import { dirname } from "node:path";
import { aggregateSplit, type SplitResult } from "./aggregate-split.ts";
import { type KnownAudit, readGroupAudits } from "./audit/group-audit.ts";
import { type BenchmarkSplit, benchmarkSplits, withoutClosed } from "./benchmark-splits.ts";
import { type BreakDown, breakDown } from "./break-down.ts";
import { type CompetitionFigures, competitionFigures } from "./competition-figures.ts";
import { type CostFigures, costFigures } from "./cost-figures.ts";
import { countFailures, countHarnessFailures, type FailureCount } from "./count-failures.ts";
import { failedRuns } from "./failure-kind.ts";
import { type ReportDetails, reportDetails } from "./report-details.ts";
import { competitionsOf, type MissingRun, type ResultSet } from "./result-set.ts";
import { type TimeFigures, timeFigures } from "./time-figures.ts";

/** Everything that is reported about a result set. */
export interface ResultReport {
  readonly label: string;
  readonly sources: readonly string[];
  readonly competitions: number;
  /** Graded runs. */
  readonly runs: number;
  readonly valid: number;
  /** What agents failed. */
  readonly failures: readonly FailureCount[];
  /** What the harness failed: these runs are among the missing ones. */
  readonly harnessFailures: readonly FailureCount[];
  /** Runs without a result, which count neither for nor against the agent. */
  readonly missing: readonly MissingRun[];
  /** Graded runs that were started over after the agent had failed them. */
  readonly retried: number;
  readonly time: TimeFigures;
  readonly cost: CostFigures;
  readonly splits: readonly SplitResult[];
  /** Splits of which the set has some competitions, but not one complete seed. */
  readonly incomplete: readonly SplitResult[];
  /** Sorted by id. */
  readonly byCompetition: readonly CompetitionFigures[];
  readonly breakDown: BreakDown;
  /** Null unless they were asked for. */
  readonly details: ReportDetails | null;
  /** What audits have found in the groups. */
  readonly audits: readonly KnownAudit[];
}

export interface ReportOptions {
  /** Count missing runs as failed. */
  readonly padMissing: boolean;
  /** Read the journals of all runs, for `ResultReport.details`. */
  readonly details: boolean;
}

export function reportResults(set: ResultSet, options: ReportOptions): ResultReport {
  const { label, sources, runs, missing } = set;
  const results = splitsOf(set, options);
  const byCompetition = competitionFigures(runs);
  const failed = failedRuns(runs);
  return {
    label,
    sources,
    competitions: competitionsOf(set).length,
    runs: runs.length,
    valid: runs.filter(({ report }) => report.valid_submission).length,
    failures: countFailures(failed),
    harnessFailures: countHarnessFailures(missing),
    missing,
    retried: runs.filter(({ record, told }) => ((record ?? told)?.retries ?? 0) > 0).length,
    time: timeFigures(runs),
    cost: costFigures(runs),
    splits: results.filter(({ seeds }) => seeds > 0),
    incomplete: results.filter(({ seeds }) => seeds === 0),
    byCompetition,
    breakDown: breakDown(byCompetition, failed),
    details: options.details ? reportDetails(runs) : null,
    audits: groupFolders(set).flatMap(readGroupAudits),
  };
}

function groupFolders({ runs, missing }: ResultSet): string[] {
  const folders = [...runs.map(({ record }) => record?.folder), ...missing.map(({ folder }) => folder)];
  return [...new Set(folders.flatMap((folder) => (folder == null ? [] : [dirname(folder)])))];
}

/** The splits that a set has competitions of, each followed by its smaller version if that has other figures. */
function splitsOf(set: ResultSet, options: ReportOptions): SplitResult[] {
  const ids = competitionsOf(set);
  const present = new Set(ids);
  const aggregate = (split: BenchmarkSplit) => aggregateSplit(set.runs, split, options);
  const touched = benchmarkSplits().filter(({ competitionIds }) => competitionIds.some((id) => present.has(id)));
  const splits = touched.flatMap((split) => {
    const whole = aggregate(split);
    const open = withoutClosed(split);
    const smaller = open === null ? null : aggregate(open);
    return smaller !== null && smaller.seeds > 0 && areDifferent(whole, smaller) ? [whole, smaller] : [whole];
  });
  const isKnown = splits.some(({ split }) => isSame(split.competitionIds, present));
  return isKnown ? splits : [aggregate({ name: "selected", competitionIds: ids }), ...splits];
}

function isSame(ids: readonly string[], present: ReadonlySet<string>): boolean {
  return ids.length === present.size && ids.every((id) => present.has(id));
}

function areDifferent(one: SplitResult, other: SplitResult): boolean {
  const figures = ({ seeds, percent, standing }: SplitResult) => {
    const centres = Object.values(standing).map(({ mean, median }) => [mean, median]);
    return JSON.stringify([seeds, percent, centres]);
  };
  return figures(one) !== figures(other);
}
