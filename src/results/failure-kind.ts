import { join } from "node:path";
import { runFiles } from "../runs/record/run-folder.ts";
import { readLastError } from "../runs/state/last-error.ts";
import { readRunEnd } from "../runs/state/run-progress.ts";
import type { GradedRun } from "./result-set.ts";

/** Why a run has no valid submission. */
export interface RunFailure {
  /** Such as `wrong columns`, `time limit` or `agent error`. */
  readonly kind: string;
  /** For agent errors, what its last words are about: `import error`, `out of memory`, `ValueError`. Null when they do not say. */
  readonly cause: string | null;
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

/** What an agent's last words are about. An exception that none of these fits goes by its own name. */
const causeRules: readonly Rule[] = [
  [/\b(?:ModuleNotFound|Import)Error\b|\bCannot find (?:module|package)\b|\bERR_MODULE_NOT_FOUND\b/, "import error"],
  [
    /\bMemoryError\b|\bout of memory\b|OutOfMemory|\bbad_alloc\b|\bCannot allocate memory\b|\bENOMEM\b/i,
    "out of memory",
  ],
  [/\bNo space left on device\b|\bENOSPC\b|\bDisk quota exceeded\b/i, "disk full"],
  [/^Killed$|\(SIGKILL\)/, "killed"],
];

/** A run without a valid submission. */
export interface FailedRun {
  readonly run: GradedRun;
  readonly failure: RunFailure;
}

export function failedRuns(runs: readonly GradedRun[]): FailedRun[] {
  return runs.flatMap((run) => {
    const failure = failureOf(run);
    return failure === null ? [] : [{ run, failure }];
  });
}

/** Null for a run with a valid submission. Opens the run's files only if its report does not say enough. */
export function failureOf({ report, record, told }: GradedRun): RunFailure | null {
  if (report.valid_submission) return null;
  if (told?.failure) return told.failure;
  const { failure } = report.extra;
  if (failure?.kind === "unreadable") return { kind: "unreadable", cause: null, reason: failure.reason };
  if (report.submission_exists) return refused(failure?.reason ?? null);
  if (record === null || record.end === "finished") return { kind: "no submission", cause: null, reason: null };
  const { reason } = readRunEnd(join(record.folder, runFiles.events));
  if (record.end === "limit") return { kind: firstFit(reason ?? "", limitRules) ?? "other limit", cause: null, reason };
  const lastWords = readLastError(join(record.folder, runFiles.output)) ?? reason;
  return { kind: "agent error", cause: causeOf(lastWords ?? "") ?? causeOf(reason ?? ""), reason: lastWords };
}

function refused(reason: string | null): RunFailure {
  const kind = reason === null ? "invalid" : (firstFit(reason, submissionRules) ?? "wrong values");
  return { kind, cause: null, reason };
}

function causeOf(words: string): string | null {
  const [, exception = null] =
    /^(?:[\w.]{1,80}\.)?([A-Z]\w{1,60}(?:Error|Exception|Interrupt|Exit))(?:$|:)/.exec(words) ?? [];
  return firstFit(words, causeRules) ?? exception;
}

function firstFit(text: string, rules: readonly Rule[]): string | null {
  return rules.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
