import type { CompetitionReport } from "../grade/report.ts";
import { groupBy } from "../lib/group-by.ts";
import type { RunEnd } from "../runs/record/run-events.ts";
import type { RunGrade } from "../runs/state/read-grade.ts";
import type { RunFailure } from "./failure-kind.ts";

/** The circumstances of a run that must agree before results can be compared. What a source does not record is `unknown`. */
export interface Conditions {
  readonly edition: string;
  /** In milliseconds. */
  readonly timeLimit: number | "unknown";
  /** In MiB; `machine` when the limit was derived from the machine, or turned off. */
  readonly memoryLimit: number | "machine" | "unknown";
  readonly network: "open" | "closed" | "unknown";
  /** Whether the sandbox kept the agent away from the host's files. */
  readonly isolation: "isolated" | "not isolated" | "unknown";
}

/** How long a run's agent worked, and what it had when. */
export interface RunTimes {
  /** How long the agent worked in the last attempt; null when that is not recorded. */
  readonly workedMs: number | null;
  /** Graphics cards that it had. */
  readonly gpus: number;
  /** Every version of its submission, in the order of time. */
  readonly candidates: RunGrade["candidates"];
}

/** The folder of a run with a result, and what its group knows of it. */
export interface RunOrigin extends RunTimes {
  readonly folder: string;
  readonly end: RunEnd;
  readonly retries: number;
  /** The last attempt, and when it was started; null when the group's journal does not say. */
  readonly attempt: number | null;
  readonly startedAt: string | null;
  /** Whether all calls of its models are recorded. A program with its own keys may have made others. */
  readonly hasLedger: boolean;
}

/** What is known about a run that is not here. */
export interface ToldRun {
  /** Null when unknown. */
  readonly retries: number | null;
  /** Why it has no valid submission. */
  readonly failure: RunFailure | null;
  readonly times: RunTimes | null;
}

/** One run with a result. */
export interface GradedRun {
  readonly competitionId: string;
  /** The run group or file that it comes from. */
  readonly source: string;
  readonly seed: number | "unknown";
  readonly conditions: Conditions;
  readonly report: CompetitionReport;
  /** What its folder says; null for runs that only a report knows. */
  readonly record: RunOrigin | null;
  /** What a log or an imported report tells about a run without a folder. */
  readonly told?: ToldRun;
  /** US dollars for the calls of its models, in all attempts; unknown also when one of them has no price. */
  readonly cost: number | "unknown";
}

/** A run without a result. It counts neither for nor against the agent. */
export interface MissingRun {
  readonly competitionId: string;
  readonly source: string;
  readonly seed: number | "unknown";
  /** Of the run, which may not exist yet; null when there is none. */
  readonly folder: string | null;
  readonly why: "not finished" | "not graded" | "infrastructure error" | "stopped";
  /** What the harness says about it, where it failed. */
  readonly reason?: string;
}

/** The graded runs of one agent, in the order of their sources. */
export interface ResultSet {
  /** What tables call it. */
  readonly label: string;
  readonly sources: readonly string[];
  readonly runs: readonly GradedRun[];
  readonly missing: readonly MissingRun[];
}

/** Every competition of a result set, graded or not, sorted by id as upstream sorts them. */
export function competitionsOf({ runs, missing }: ResultSet): string[] {
  return [...new Set([...runs, ...missing].map(({ competitionId }) => competitionId))].sort();
}

/** The runs of each competition, in the order of the set. */
export function byCompetition(runs: readonly GradedRun[]): Map<string, GradedRun[]> {
  return groupBy(runs, ({ competitionId }) => competitionId);
}
