import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { getCompetition } from "../../competitions/get-competition.ts";
import type { Competition } from "../../contracts/competition.ts";
import { competitionFolder } from "../../facts/competition-folder.ts";
import type { Edition } from "../../facts/editions.ts";
import type { Frame } from "../../frame/frame.ts";
import { whyNotOpened } from "../../frame/reading/csv-source.ts";
import { gradeSubmission, readAnswers, whyNoSubmission } from "../../grade/grade-submission.ts";
import { answersPath } from "../../grade/prepared-files.ts";
import { readLeaderboard } from "../../grade/read-leaderboard.ts";
import type { CompetitionReport } from "../../grade/report.ts";
import { type Standing, standingFromLeaderboard } from "../../grade/standing.ts";
import { BenchError, MissingData } from "../../lib/errors.ts";
import { requireUnchangedData } from "../preparation/check-prepared-data.ts";
import { failedReport } from "./failed-report.ts";

export interface GradingSettings {
  readonly dataDirectory: string;
  /** Default: the first one. */
  readonly edition?: Edition | undefined;
  /** Read the prepared answers and compare their checksums, rather than only where sizes or times have changed. */
  readonly verifyData?: boolean | undefined;
  /** A folder of leaderboards, `<id>.csv` or `<id>/leaderboard.csv`, to rank against instead of the facts. */
  readonly leaderboards?: string | undefined;
}

/** One submission to grade. */
export interface GradingTask {
  readonly competitionId: string;
  readonly submissionPath: string;
  /** Where the answers are, unless they are in the data folder. */
  readonly answersPath?: string;
}

/** Grades submissions one by one. Keeps the answers it read last, because batches often have many of one competition. */
export class Grader {
  readonly #settings: GradingSettings;
  #answers: { readonly key: string; readonly frame: Frame } | null = null;
  readonly #standings = new Map<string, Standing>();
  #competition: Competition | null = null;
  /** Which prepared answers were last found unchanged. */
  #checked = "";

  constructor(settings: GradingSettings) {
    this.#settings = settings;
  }

  /** Never rejects for a known competition: whatever goes wrong is in the report. */
  async grade(task: GradingTask): Promise<CompetitionReport> {
    const competition = await this.#load(task.competitionId);
    try {
      const path = resolve(task.answersPath ?? answersPath(competition, this.#settings.dataDirectory));
      const needsAnswers = whyNoSubmission(task.submissionPath) === null;
      if (needsAnswers && task.answersPath === undefined) await this.#requireUnchanged(competition, path);
      const standing = this.#standing(task.competitionId);
      return gradeSubmission(competition, {
        submissionPath: task.submissionPath,
        answers: () => this.#readAnswers(competition, path),
        ...(standing === undefined ? {} : { standing }),
      });
    } catch (error) {
      const detail = error instanceof BenchError ? error.message : `The answers cannot be read: ${String(error)}`;
      return failedReport(competition, task.submissionPath, detail);
    }
  }

  async #load(id: string): Promise<Competition> {
    if (this.#competition?.id !== id) this.#competition = await getCompetition(id, this.#settings);
    return this.#competition;
  }

  /** Answers that have changed since they were prepared would make good submissions look invalid. */
  async #requireUnchanged({ id, edition }: Competition, path: string): Promise<void> {
    const key = answersKey(id, path);
    if (this.#checked === key) return;
    const { prepared } = competitionFolder(this.#settings.dataDirectory, id, edition);
    const hashes = this.#settings.verifyData === true ? "always" : "changed";
    await requireUnchangedData(prepared, { parts: ["private"], hashes });
    this.#checked = key;
  }

  #readAnswers(competition: Competition, path: string): Frame {
    const key = answersKey(competition.id, path);
    if (this.#answers?.key !== key) this.#answers = { key, frame: readAnswers(competition, path) };
    return this.#answers.frame;
  }

  #standing(id: string): Standing | undefined {
    if (this.#settings.leaderboards === undefined) return undefined;
    let standing = this.#standings.get(id);
    if (standing === undefined) {
      standing = standingFromLeaderboard(readLeaderboard(leaderboardPath(this.#settings.leaderboards, id)));
      this.#standings.set(id, standing);
    }
    return standing;
  }
}

/** Differs when another file is there. */
function answersKey(id: string, path: string): string {
  try {
    const { mtimeMs, size } = statSync(path);
    return JSON.stringify([id, path, mtimeMs, size]);
  } catch (cause) {
    throw new MissingData(`There are no answers: ${whyNotOpened(path, cause)}`, { cause });
  }
}

/** A data folder keeps each leaderboard in its competition's folder. */
function leaderboardPath(folder: string, id: string): string {
  const nested = resolve(folder, id, "leaderboard.csv");
  return existsSync(nested) ? nested : resolve(folder, `${id}.csv`);
}
