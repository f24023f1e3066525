import { BenchError } from "../lib/errors.ts";

/** What went wrong between us and Kaggle, in one stable word; a `KaggleError` has it in its code, as in `kaggle-rules`. */
export type KaggleProblem = "credentials" | "rules" | "not-found" | "refused" | "unavailable" | "checksum" | "no-space";

/** Kaggle could not be asked, did not answer, or answered no. The message says what to do about it. */
export class KaggleError extends BenchError {
  readonly problem: KaggleProblem;
  /** The HTTP status behind it, where there was one. */
  readonly status: number | null;

  constructor(problem: KaggleProblem, message: string, options: { status?: number; cause?: unknown } = {}) {
    super(`kaggle-${problem}`, message, options);
    this.problem = problem;
    this.status = options.status ?? null;
  }
}
