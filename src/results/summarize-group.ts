import type { Medal } from "../grade/rank-score.ts";
import { hasResult } from "../runs/record/run-events.ts";
import { type RunGrade, readGrade } from "../runs/state/read-grade.ts";
import type { GroupState, RunStatus } from "../runs/state/read-group.ts";
import { type MeanAndError, meanAndError } from "./mean-and-error.ts";

/** The runs of one competition over its seeds. No run is left out: what has no score is counted. */
export interface CompetitionSummary {
  readonly competitionId: string;
  /** Null when nothing was graded. */
  readonly better: "lower" | "higher" | null;
  /** Runs in the plan, those with a result, those with a submission, with a valid one, and with a score that is a number. */
  readonly runs: number;
  readonly settled: number;
  readonly submitted: number;
  readonly valid: number;
  readonly scored: number;
  readonly score: MeanAndError;
  /** Of the scored ones. */
  readonly percentile: MeanAndError;
  readonly medals: { readonly [name in Medal]: number };
}

/** Shares of a seed's competitions, 0 to 1, as MLE-bench tabulates them: mean and standard error over the seeds. */
export interface Shares {
  readonly submitted: MeanAndError;
  readonly valid: MeanAndError;
  readonly aboveMedian: MeanAndError;
  readonly bronze: MeanAndError;
  readonly silver: MeanAndError;
  readonly gold: MeanAndError;
  readonly anyMedal: MeanAndError;
}

/** What a group has achieved. */
export interface GroupSummary {
  readonly group: string;
  readonly folder: string;
  /** What the results call the agent. */
  readonly agent: string;
  readonly competitions: readonly CompetitionSummary[];
  /** Over the seeds whose runs all have a result. A run without a medal, for whatever reason, counts as one without. */
  readonly shares: Shares;
  readonly seeds: { readonly complete: number; readonly total: number };
  readonly runs: number;
  readonly settled: number;
}

interface Graded {
  readonly run: RunStatus;
  readonly grade: RunGrade | null;
}

/** Adds up a group's results. Reads each ended run's `grade.json`. */
export function summarizeGroup({ folder, plan, runs }: GroupState): GroupSummary {
  const graded = runs.map((run) => ({ run, grade: run.state === "ended" ? readGrade(run.folder) : null }));
  const byCompetition = groupBy(graded, ({ run }) => run.competitionId);
  const seeds = [...groupBy(graded, ({ run }) => run.seed).values()];
  const complete = seeds.filter((members) => members.every(({ run }) => isSettled(run)));
  return {
    group: plan.name,
    folder,
    agent: plan.agent.label,
    competitions: [...byCompetition].map(([competitionId, members]) => summarizeCompetition(competitionId, members)),
    shares: sharesOf(complete),
    seeds: { complete: complete.length, total: seeds.length },
    runs: runs.length,
    settled: runs.filter(isSettled).length,
  };
}

function isSettled({ end }: RunStatus): boolean {
  return hasResult(end);
}

function summarizeCompetition(competitionId: string, members: readonly Graded[]): CompetitionSummary {
  const reports = members.flatMap(({ grade }) => (grade === null ? [] : [grade.report]));
  const scores = reports.flatMap(({ score }) => (score === null ? [] : [score]));
  const percentiles = reports.flatMap(({ extra }) => (extra.percentile === null ? [] : [extra.percentile]));
  const count = (medal: Medal) => reports.filter((report) => report[`${medal}_medal`]).length;
  const [first] = reports;
  return {
    competitionId,
    better: first === undefined ? null : first.is_lower_better ? "lower" : "higher",
    runs: members.length,
    settled: members.filter(({ run }) => isSettled(run)).length,
    submitted: reports.filter((report) => report.submission_exists).length,
    valid: reports.filter((report) => report.valid_submission).length,
    scored: scores.length,
    score: meanAndError(scores),
    percentile: meanAndError(percentiles),
    medals: { gold: count("gold"), silver: count("silver"), bronze: count("bronze") },
  };
}

function sharesOf(seeds: readonly (readonly Graded[])[]): Shares {
  const share = (holds: (report: RunGrade["report"]) => boolean) =>
    meanAndError(
      seeds.map(
        (members) => members.filter(({ grade }) => grade !== null && holds(grade.report)).length / members.length,
      ),
    );
  return {
    submitted: share((report) => report.submission_exists),
    valid: share((report) => report.valid_submission),
    aboveMedian: share((report) => report.above_median),
    bronze: share((report) => report.bronze_medal),
    silver: share((report) => report.silver_medal),
    gold: share((report) => report.gold_medal),
    anyMedal: share((report) => report.any_medal),
  };
}

/** In the order in which the keys first come. */
function groupBy<T, Key>(items: readonly T[], keyOf: (item: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const item of items) {
    const members = groups.get(keyOf(item));
    if (members === undefined) groups.set(keyOf(item), [item]);
    else members.push(item);
  }
  return groups;
}
