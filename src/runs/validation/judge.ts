import type { RehearsalAnswer, RehearsalDesk } from "../rehearsal/rehearsal-desk.ts";
import type { CheckLimits } from "./ask-about-file.ts";
import { type Check, type CheckTask, checkSubmission } from "./check-submission.ts";

interface JudgeSettings {
  readonly task: Omit<CheckTask, "submissionPath">;
  readonly limits: CheckLimits;
  /** Scores predictions for the agent's rehearsals, if it has any. */
  readonly rehearsal: RehearsalDesk | null;
  /** Aborted at the end of the run. */
  readonly signal: AbortSignal;
}

/** The answer to the question whether a file is valid. */
export interface ValidationAnswer {
  readonly result: string;
  /** Null when the file could not be checked. */
  readonly valid: boolean | null;
}

const longestReason = 2000;

/** Judges the files of one agent, one at a time: each takes a process, and memory. */
export class Judge {
  readonly #settings: JudgeSettings;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(settings: JudgeSettings) {
    this.#settings = settings;
  }

  async check(file: string): Promise<ValidationAnswer> {
    const { task, limits, signal } = this.#settings;
    const outcome = await this.#inTurn(() => checkSubmission({ ...task, submissionPath: file }, limits, signal));
    return { result: sentence(outcome, file), valid: outcome.valid };
  }

  get rehearses(): boolean {
    return this.#settings.rehearsal !== null;
  }

  async score(cut: number, file: string, bytes: number): Promise<RehearsalAnswer> {
    const { rehearsal, limits, signal } = this.#settings;
    return await this.#inTurn(() => rehearsal!.score(cut, { file, bytes }, limits, signal));
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(work);
    this.#turn = mine.catch(() => undefined);
    return mine;
  }
}

function sentence(outcome: Check, file: string): string {
  if (outcome.valid) return "Submission is valid.";
  const plain = outcome.reason.replaceAll(file, "The file");
  const reason = plain.length > longestReason ? `${plain.slice(0, longestReason)} ...` : plain;
  return `${outcome.valid === null ? "Submission could not be checked!" : "Submission invalid!"} ${reason}`;
}
