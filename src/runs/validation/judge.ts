import type { Edition } from "../../facts/editions.ts";
import type { Verdict } from "../../grade/validate-submission.ts";
import { programBeside } from "../../lib/processes/child.ts";
import type { RehearsalAnswer, RehearsalDesk, RehearsalFile } from "../rehearsal/rehearsal-desk.ts";
import { type CheckLimits, JudgingProcess, type Unchecked } from "./judging-process.ts";

/** What the checking process gets: nothing in it leads to the answers. */
export interface CheckTask {
  readonly competitionId: string;
  readonly edition: Edition;
  readonly submissionPath: string;
  readonly samplePath: string;
}

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

/** Judges the files of one agent, one at a time: each takes memory. */
export class Judge {
  readonly #settings: JudgeSettings;
  readonly #checking: JudgingProcess;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(settings: JudgeSettings) {
    this.#settings = settings;
    this.#checking = new JudgingProcess(programBeside(import.meta.url, "validation.process"), settings.limits);
  }

  async check(file: string): Promise<ValidationAnswer> {
    const { signal } = this.#settings;
    const task: CheckTask = { ...this.#settings.task, submissionPath: file };
    const outcome = await this.#inTurn(() => this.#checking.ask<Verdict>(task, signal));
    return { result: sentence(outcome, file), valid: outcome.valid };
  }

  get rehearses(): boolean {
    return this.#settings.rehearsal !== null;
  }

  async score(cut: number, file: RehearsalFile): Promise<RehearsalAnswer> {
    const { rehearsal, signal } = this.#settings;
    return await this.#inTurn(() => rehearsal!.score(cut, file, signal));
  }

  /** Ends its processes, once `signal` is aborted. */
  async close(): Promise<void> {
    await Promise.all([this.#checking.close(), this.#settings.rehearsal?.close()]);
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(work);
    this.#turn = mine.catch(() => undefined);
    return mine;
  }
}

function sentence(outcome: Verdict | Unchecked, file: string): string {
  if (outcome.valid) return "Submission is valid.";
  const plain = outcome.reason.replaceAll(file, "The file");
  const reason = plain.length > longestReason ? `${plain.slice(0, longestReason)} ...` : plain;
  return `${outcome.valid === null ? "Submission could not be checked!" : "Submission invalid!"} ${reason}`;
}
