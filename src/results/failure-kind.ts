import { join } from "node:path";
import { runFiles } from "../runs/record/run-folder.ts";
import { readLastError } from "../runs/state/last-error.ts";
import { readRunEnd } from "../runs/state/run-progress.ts";
import type { GradedRun } from "./result-set.ts";

/** Why a run has no valid submission. */
export interface RunFailure {
  /** Such as `wrong columns`, `time limit` or `agent error`. */
  readonly kind: string;
  /** The grader's or the run's own words; null where the source has none. */
  readonly reason: string | null;
}

type Rule = readonly [pattern: RegExp, kind: string];

/** What the grader's messages are about. The first that fits counts. */
const submissionRules: readonly Rule[] = [
  [/^Column "[^"]*", id "/, "wrong values"],
  [/^The submission has (no|\d+) rows?\b/, "wrong rows"],
  [
    /^Column "[^"]*" is missing|^Column \d+ is|unexpected column|found both columns|first column|the columns/i,
    "wrong columns",
  ],
  [/\bids\b|\ban id of\b|of the expected|have no row/i, "wrong ids"],
];

const limitRules: readonly Rule[] = [
  [/time limit/i, "time limit"],
  [/memory limit/i, "memory limit"],
  [/disk limit/i, "disk limit"],
  [/budget/i, "group's budget"],
  [/cost limit/i, "cost limit"],
  [/tokens/i, "token limit"],
  [/model calls?/i, "call limit"],
  [/messages/i, "message limit"],
];

/** Null for a run with a valid submission. Opens the run's files only if its report does not say enough. */
export function failureOf({ report, record }: GradedRun): RunFailure | null {
  if (report.valid_submission) return null;
  const { failure } = report.extra;
  if (failure?.kind === "unreadable") return { kind: "unreadable", reason: failure.reason };
  if (report.submission_exists) {
    const reason = failure?.reason ?? null;
    return { kind: reason === null ? "invalid" : firstFit(reason, submissionRules, "wrong values"), reason };
  }
  if (record === null || record.end === "finished") return { kind: "no submission", reason: null };
  const { reason } = readRunEnd(join(record.folder, runFiles.events));
  if (record.end === "limit") return { kind: firstFit(reason ?? "", limitRules, "other limit"), reason };
  return { kind: "agent error", reason: readLastError(join(record.folder, runFiles.output)) ?? reason };
}

function firstFit(text: string, rules: readonly Rule[], otherwise: string): string {
  return rules.find(([pattern]) => pattern.test(text))?.[1] ?? otherwise;
}

/** Failures of one kind. */
export interface FailureCount {
  readonly kind: string;
  readonly count: number;
  /** The first of them. */
  readonly example: { readonly competitionId: string; readonly source: string; readonly reason: string | null };
}

/** How often runs failed, by kind, the most frequent first. */
export function countFailures(runs: readonly GradedRun[]): FailureCount[] {
  const counts = new Map<string, FailureCount>();
  for (const run of runs) {
    const failure = failureOf(run);
    if (failure === null) continue;
    const { competitionId, source } = run;
    const { kind, reason } = failure;
    const known = counts.get(kind) ?? { kind, count: 0, example: { competitionId, source, reason } };
    counts.set(kind, { ...known, count: known.count + 1 });
  }
  return [...counts.values()].sort((left, right) => right.count - left.count);
}
