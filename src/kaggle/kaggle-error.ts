import { BenchError } from "../lib/errors.ts";

/** What went wrong, in one stable word that is also part of the error's code, as in `kaggle-rules`. */
type KaggleProblem = "credentials" | "rules" | "not-found" | "refused" | "unavailable" | "checksum" | "no-space";

/** Kaggle could not be reached or refused the request. The message says what to do about it. */
export class KaggleError extends BenchError {
  readonly problem: KaggleProblem;
  /** The HTTP status, if there was a response. */
  readonly status: number | null;

  constructor(problem: KaggleProblem, message: string, options: { status?: number; cause?: unknown } = {}) {
    super(`kaggle-${problem}`, message, options);
    this.problem = problem;
    this.status = options.status ?? null;
  }
}
