import { join } from "node:path";
import { groupBy } from "../lib/group-by.ts";
import { runFiles } from "../runs/record/run-folder.ts";
import { readLastError } from "../runs/state/last-error.ts";
import type { FailedRun, RunFailure } from "./failure-kind.ts";
import type { GradedRun, MissingRun } from "./result-set.ts";

/** One failed run. */
export interface FailureExample {
  readonly competitionId: string;
  readonly source: string;
  readonly seed: number | "unknown";
  /** The grader's or the run's own words; null where the source has none. */
  readonly reason: string | null;
}

/** Failures of one kind and cause. */
export interface FailureCount extends Omit<RunFailure, "reason"> {
  readonly count: number;
  /** The first few of them, no two with the same words if there is a choice. */
  readonly examples: readonly FailureExample[];
}

interface Case extends Omit<RunFailure, "reason"> {
  readonly run: Pick<GradedRun, "competitionId" | "source" | "seed">;
  /** Called for examples only: it may open files. */
  readonly reason: () => string | null;
}

/** How often agents failed, by kind and cause, the most frequent first. */
export function countFailures(failed: readonly FailedRun[]): FailureCount[] {
  return countCases(
    failed.map(({ run, failure: { kind, cause, reason } }) => ({
      run,
      kind,
      cause,
      reason: () => reason ?? lastWords(run),
    })),
  );
}

/** How often the harness failed. Runs that were stopped or have not ended are no failures. */
export function countHarnessFailures(missing: readonly MissingRun[]): FailureCount[] {
  const failed = missing.filter(({ why }) => why === "infrastructure error" || why === "not graded");
  return countCases(failed.map((run) => ({ run, kind: run.why, cause: null, reason: () => run.reason ?? null })));
}

function lastWords({ record }: GradedRun): string | null {
  return record === null ? null : readLastError(join(record.folder, runFiles.output));
}

function countCases(cases: readonly Case[]): FailureCount[] {
  const groups = groupBy(cases, ({ kind, cause }) => `${kind}\n${cause}`);
  const counts = Array.from(groups.values(), (members) => {
    const { kind, cause } = members[0]!;
    return { kind, cause, count: members.length, examples: examplesOf(members) };
  });
  return counts.sort((left, right) => right.count - left.count);
}

const mostExamples = 3;
/** So many are looked at for different words. */
const mostTried = 20;

function examplesOf(cases: readonly Case[]): FailureExample[] {
  const tried = cases.slice(0, mostTried).map(({ run: { competitionId, source, seed }, reason }) => {
    return { competitionId, source, seed, reason: reason() };
  });
  const isFirst = ({ reason }: FailureExample, index: number) =>
    tried.findIndex((other) => other.reason === reason) === index;
  return [...tried.filter(isFirst), ...tried.filter((each, index) => !isFirst(each, index))].slice(0, mostExamples);
}
