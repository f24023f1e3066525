import type { Edition } from "../facts/editions.ts";
import type { CompetitionFacts } from "../facts/facts.ts";
import type { Frame } from "../frame/frame.ts";
import type { OwnFacts } from "./own-facts.ts";
import type { PreparationChecks, Prepare, Rehearse } from "./preparation.ts";

/** Turns a submission and the hidden answers, tables in memory, into a score. Pure: changes neither, keeps no state. */
export type Grade = (submission: Frame, answers: Frame) => number;

/** The code of one competition. */
export interface CompetitionDefinition {
  /** Kaggle's id, also the file's name. */
  readonly id: string;
  /** The facts of a competition from outside this package. Ours are in `data/competitions/<id>.json`. */
  readonly facts?: OwnFacts;
  /**
   * Raw data that comes with the competition: a folder or an archive, such as `new URL("./raw/", import.meta.url)`, or
   * `generated` if there is none because the preparation makes it. Default: Kaggle's archive.
   */
  readonly raw?: URL | "generated";
  /** A Markdown file that tells agents what to do. Default: a text made from the facts, `task` and the prepared files. */
  readonly description?: URL;
  /** What is measured, in words. */
  readonly metric: string;
  /** What a submission must look like: columns, one row per what, allowed values. */
  readonly submissionFormat: string;
  /**
   * What is to be predicted from what, in our words: it completes the sentence that begins with the kind of task.
   * Descriptions of our own tell it; without one they speak of training and test data in general.
   */
  readonly task?: string;
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
  /** Only where `prepare` cannot be applied to the public data that it wrote. */
  readonly rehearse?: Rehearse;
  readonly checks?: PreparationChecks;
  /** What later editions do differently. An edition without an entry follows the definition as it is. */
  readonly editions?: { readonly [edition: Edition]: EditionChange };
}

/** What an edition changes in one competition: only the members given here, and facts only where they differ. */
export interface EditionChange extends Partial<Omit<CompetitionDefinition, "id" | "editions" | "facts">> {
  /** What was wrong before, in one sentence. */
  readonly reason: string;
  readonly facts?: Partial<Omit<CompetitionFacts, "id">>;
}

/** A competition as the rest of the project sees it, in one edition. */
export interface Competition extends Omit<CompetitionDefinition, "editions" | "facts"> {
  readonly edition: Edition;
  readonly facts: CompetitionFacts;
}
