import type { Medal } from "../grade/rank-score.ts";
import { groupBy } from "../lib/group-by.ts";
import { hasResult } from "../runs/record/run-events.ts";
import { type RunGrade, readGrade } from "../runs/state/read-grade.ts";
import type { GroupState, RunStatus } from "../runs/state/read-group.ts";
import { isIsolated } from "../sandboxes/index.ts";
import { type MeanAndError, meanAndError } from "./statistics/mean-and-error.ts";

/** The runs of one competition, one per seed. Runs without a score count too. */
export interface CompetitionSummary {
  readonly competitionId: string;
  /** Null when nothing was graded. */
  readonly better: "lower" | "higher" | null;
  /** Runs in the plan; of these, runs with a result, with a submission, with a valid one, with a finite score. */
  readonly runs: number;
  readonly settled: number;
  /** Runs whose agent is done, but which the grader failed on: they count neither for nor against the agent. */
  readonly ungraded: number;
  /** Runs that started over because the agent had failed them (`--retry-failed`). */
  readonly retried: number;
  readonly submitted: number;
  readonly valid: number;
  readonly scored: number;
  readonly score: MeanAndError;
  /** Of the runs with a score. */
  readonly percentile: MeanAndError;
  readonly medals: { readonly [name in Medal]: number };
}

/** Shares of a seed's competitions, 0 to 1, as in MLE-bench's tables: mean and standard error over the seeds. */
export interface Shares {
  readonly submitted: MeanAndError;
  readonly valid: MeanAndError;
  readonly aboveMedian: MeanAndError;
  readonly bronze: MeanAndError;
  readonly silver: MeanAndError;
  readonly gold: MeanAndError;
  readonly anyMedal: MeanAndError;
}

/** The results of a group. */
export interface GroupSummary {
  readonly group: string;
  readonly folder: string;
  /** The agent's label. */
  readonly agent: string;
  /** False when its sandbox let the agent reach the host's files. */
  readonly isolated: boolean;
  readonly competitions: readonly CompetitionSummary[];
  /** Over the seeds whose runs all have a result. A run without a submission counts as one without a medal. */
  readonly shares: Shares;
  readonly seeds: { readonly complete: number; readonly total: number };
  readonly runs: number;
  readonly settled: number;
  readonly ungraded: number;
  readonly retried: number;
}

interface Graded {
  readonly run: RunStatus;
  readonly grade: RunGrade | null;
}

/** Summarizes a group's results. Reads the `grade.json` of each run that has ended. */
export function summarizeGroup(group: GroupState): GroupSummary {
  return summarizeGroups([group]);
}

/** Summarizes groups as if they were one, named like the first. Each seed of each group counts. */
export function summarizeGroups(groups: readonly GroupState[]): GroupSummary {
  const [{ folder, plan }] = groups as [GroupState];
  const graded = groups.flatMap(({ runs }, index) =>
    runs.map((run) => ({ run, grade: isSettled(run) ? readGrade(run.folder) : null, seed: `${index} ${run.seed}` })),
  );
  const runs = graded.map(({ run }) => run);
  const byCompetition = groupBy(graded, ({ run }) => run.competitionId);
  const seeds = [...groupBy(graded, ({ seed }) => seed).values()];
  const complete = seeds.filter((members) => members.every(({ run }) => isSettled(run)));
  return {
    group: plan.name,
    folder,
    agent: plan.agent.label,
    isolated: groups.every((group) => isIsolated(group.plan.sandbox.name)),
    competitions: [...byCompetition].map(([competitionId, members]) => summarizeCompetition(competitionId, members)),
    shares: sharesOf(complete),
    seeds: { complete: complete.length, total: seeds.length },
    runs: runs.length,
    settled: runs.filter(isSettled).length,
    ungraded: runs.filter(isUngraded).length,
    retried: runs.filter(isRetried).length,
  };
}

function isSettled({ end }: RunStatus): boolean {
  return hasResult(end);
}

function isUngraded({ end }: RunStatus): boolean {
  return end === "ungraded";
}

function isRetried({ retries }: RunStatus): boolean {
  return retries > 0;
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
    ungraded: members.filter(({ run }) => isUngraded(run)).length,
    retried: members.filter(({ run }) => isRetried(run)).length,
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
