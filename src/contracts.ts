import type { Frame } from "./frame/frame.ts";
import type { CompetitionFacts } from "./lib/facts.ts";

/**
 * The interfaces that cross a folder. Read this file, then one competition, and you know how the parts meet.
 *
 * A competition is a value: facts (data, under `data/competitions/`) and code (one file under `src/competitions/`).
 */

/** Which rules a competition is prepared and graded by: `v1` reproduces the Python reference, bugs included. */
export type Edition = "v1";

/** Turns a submission and the hidden answers into a score. Pure: reads both tables, changes neither, keeps no state. */
export type Grade = (submission: Frame, answers: Frame) => number;

/** Turns Kaggle's raw files into public data for agents and private answers for the grader. */
export type Prepare = (context: PrepareContext) => Promise<void>;

/** Where a preparation reads and writes. All three folders exist; `public` and `private` start empty. */
export interface PrepareContext {
  readonly raw: string;
  readonly public: string;
  readonly private: string;
  readonly signal: AbortSignal;
}

/** The code of one competition. */
export interface CompetitionDefinition {
  /** Kaggle's id, also the file's name. */
  readonly id: string;
  /** What is measured, in words. */
  readonly metric: string;
  /** What a submission must look like: columns, one row per what, allowed values. */
  readonly submissionFormat: string;
  /** What a user of the numbers should know: leaks, mislabelled data, quirks of the metric. */
  readonly knownProblems?: readonly string[];
  /**
   * How the reference rounds to five decimals: `python` where its grader returns a Python float (decimal rounding of
   * the exact value), `numpy` where it returns a numpy one (multiply, round to even, divide). Default: `numpy`.
   */
  readonly rounding?: "python" | "numpy";
  /** Reads the answers when they are not a CSV file. */
  readonly readAnswers?: (path: string) => Frame;
  /**
   * Throws `InvalidSubmission` when the submission cannot be scored; whatever else it throws is a bug of ours.
   * May return NaN or an infinity: the reference does, and the submission counts as valid.
   */
  readonly grade: Grade;
  /** Absent until the competition's preparation is written. */
  readonly prepare?: Prepare;
}

/** A competition as the rest of the project sees it. */
export interface Competition extends CompetitionDefinition {
  readonly facts: CompetitionFacts;
}
