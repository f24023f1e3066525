import type { Edition } from "../../facts/editions.ts";
import { programBeside } from "../../lib/processes/child.ts";
import { type CheckLimits, JudgingProcess, type Unchecked } from "../validation/judging-process.ts";

/** What the scoring process gets. */
export interface ScoreTask {
  readonly competitionId: string;
  readonly edition: Edition;
  readonly submissionPath: string;
  /** The answers of a rehearsal. */
  readonly answersPath: string;
}

/** What the scoring process answers: a score, or the reason why there is none. */
export interface Scored {
  /** Text where JSON has no such number. */
  readonly score: number | string | null;
  readonly better: "lower" | "higher";
  readonly reason: string | null;
}

/** What the journal records about a call that was scored or was not valid. */
export interface RehearsalCall {
  /** The seed of the rehearsal. */
  readonly cut: number;
  readonly score: number | string | null;
  readonly answer: string;
  readonly bytes: number;
  readonly sha256?: string;
}

/** Predictions to score. */
export interface RehearsalFile {
  readonly file: string;
  readonly bytes: number;
  readonly sha256?: string;
}

export interface RehearsalDeskOptions {
  /** The answers of each rehearsal, by its seed. */
  readonly answersPaths: Readonly<Record<number, string>>;
  /** How many scores an agent may get, of all rehearsals together. */
  readonly limit: number;
  /** How many it has got, before its host was interrupted. */
  readonly used: number;
  /** Called for every call that was scored or was not valid, before it is answered. */
  readonly onCall: (call: RehearsalCall) => void | Promise<void>;
}

/** The answer to one call. */
export interface RehearsalAnswer {
  readonly result: string;
  /** Null when it could not be scored, or no score is left. */
  readonly valid: boolean | null;
  readonly score: number | string | null;
  readonly left: number;
}

/** Scores the predictions that an agent makes for its rehearsals, a limited number of times. Calls come one at a time. */
export class RehearsalDesk {
  readonly #options: RehearsalDeskOptions;
  readonly #competition: Pick<ScoreTask, "competitionId" | "edition">;
  readonly #scoring: JudgingProcess;
  #used: number;

  constructor(
    options: RehearsalDeskOptions,
    competition: Pick<ScoreTask, "competitionId" | "edition">,
    limits: CheckLimits,
  ) {
    this.#options = options;
    this.#competition = competition;
    this.#scoring = new JudgingProcess(programBeside(import.meta.url, "rehearsal.process"), limits);
    this.#used = options.used;
  }

  async score(cut: number, { file, ...recorded }: RehearsalFile, signal: AbortSignal): Promise<RehearsalAnswer> {
    const { limit, answersPaths } = this.#options;
    if (this.#used >= limit) {
      return { result: `No score is left: all ${limit} have been given.`, valid: null, score: null, left: 0 };
    }
    const task = { ...this.#competition, submissionPath: file, answersPath: answersPaths[cut]! } satisfies ScoreTask;
    const scored = await this.#scoring.ask<Scored>(task, signal);
    const answer = this.#answer(scored, file);
    await this.#options.onCall({ cut, score: answer.score, answer: answer.result, ...recorded });
    return answer;
  }

  /** Ends its process. */
  async close(): Promise<void> {
    await this.#scoring.close();
  }

  #answer(scored: Scored | Unchecked, file: string): RehearsalAnswer {
    const { limit } = this.#options;
    if (!("score" in scored) || scored.score === null) {
      const valid = "score" in scored ? false : null;
      const reason = scored.reason?.replaceAll(file, "The file").slice(0, 2000) ?? "";
      return { result: `There is no score. ${reason}`, valid, score: null, left: limit - this.#used };
    }
    this.#used += 1;
    const { score, better } = scored;
    const left = limit - this.#used;
    return { result: `Score: ${score} (${better} is better). ${left} of ${limit} left.`, valid: true, score, left };
  }
}
