import type { CompetitionDefinition } from "../contracts/competition.ts";
import type { Frame } from "../frame/frame.ts";
import { BenchError } from "../lib/errors.ts";
import { roundLikeNumpy, roundLikePython } from "../lib/numeric/rounding.ts";
import type { Failure } from "./report.ts";

/** A score, as the grader returned it and rounded as in the reference's report, or why there is none. */
export type Outcome =
  | { readonly score: number; readonly rounded: number; readonly failure: null }
  | { readonly score: null; readonly rounded: null; readonly failure: Failure };

type Gradable = Pick<CompetitionDefinition, "id" | "grade" | "rounding">;

/**
 * Scores a submission against the answers, both read by the given functions, the answers first. Never throws for anything the
 * submission's bytes can cause: what its author can fix is `invalid` or `unreadable`, everything else a `grader-error` of ours.
 */
export function scoreTables(
  competition: Gradable,
  submission: (answers: Frame) => Frame,
  answers: () => Frame,
): Outcome {
  const truth = answers();
  try {
    const score = competition.grade(submission(truth), truth);
    return { score, rounded: roundScore(score, competition.rounding ?? "numpy"), failure: null };
  } catch (error) {
    return { score: null, rounded: null, failure: explain(competition.id, error) };
  }
}

/** The score as in the reference's report: five decimals, NaN and infinities unchanged. */
function roundScore(score: number, rounding: "python" | "numpy"): number {
  if (!Number.isFinite(score)) return score;
  return rounding === "python" ? roundLikePython(score, 5) : roundLikeNumpy(score, 5);
}

function explain(id: string, error: unknown): Failure {
  if (error instanceof BenchError && error.code === "invalid-submission") {
    return { kind: "invalid", reason: error.message };
  }
  if (error instanceof BenchError && error.code === "unreadable-submission") {
    return { kind: "unreadable", reason: error.message };
  }
  const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return {
    kind: "grader-error",
    reason: `The grader of ${id} failed on this file (${detail}). This is a bug in mlebench, not in the submission: please report it.`,
  };
}
