import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { getCompetition } from "../../competitions/get-competition.ts";
import { extractPredictions } from "../../competitions/own-table/extract-predictions.ts";
import type { OwnData } from "../../config/own-data/write-own-data.ts";
import { competitionFolder } from "../../facts/competition-folder.ts";
import { gradeSubmission } from "../../grade/grade-submission.ts";
import { shownScore } from "../../grade/report.ts";
import { runFiles } from "../../runs/record/run-folder.ts";
import type { GroupState, RunStatus } from "../../runs/state/read-group.ts";

/** What came of one run on the user's data. Paths are null where there is no such file. */
export interface SolvedRun {
  readonly run: RunStatus;
  readonly submission: string | null;
  /** The best program of a search, or what else the agent left. */
  readonly program: string | null;
  readonly report: string | null;
  /** For the user's table without labels. */
  readonly predictions: string | null;
}

export interface Solution {
  readonly own: OwnData;
  readonly group: GroupState;
  /** What the sample submission scores, which says the same about every row. */
  readonly sampleScore: number | string | null;
  readonly runs: readonly SolvedRun[];
}

/** Collects what runs on the user's data left behind, and writes the predictions for the table without labels. */
export async function solutionOf(own: OwnData, group: GroupState): Promise<Solution> {
  const { dataDirectory, edition } = group.plan;
  const { prepared } = competitionFolder(dataDirectory, own.task.id, edition);
  const competition = await getCompetition(own.task.id, { edition });
  const { sampleSubmission, answers } = competition.facts.files;
  const sample = gradeSubmission(competition, {
    submissionPath: join(prepared, sampleSubmission),
    answers: join(prepared, answers),
  });
  return { own, group, sampleScore: shownScore(sample), runs: group.runs.map((run) => solvedRun(own, group, run)) };
}

function solvedRun(own: OwnData, { folder }: GroupState, run: RunStatus): SolvedRun {
  const at = (...names: string[]): string => join(run.folder, ...names);
  const code = at(runFiles.code);
  const left = existsSync(code) && readdirSync(code).length > 0 ? code : null;
  return {
    run,
    submission: orNull(at(runFiles.submission)),
    program: orNull(join(code, "best_solution")) ?? left,
    report: orNull(join(code, "report.md")),
    predictions: run.valid === true ? writePredictions(own, basename(folder), run) : null,
  };
}

function writePredictions({ task, labelledRows, folder }: OwnData, group: string, run: RunStatus): string | null {
  if (task.test === null) return null;
  // Beside the competition: nothing may be added to the folder of a sealed run.
  const output = join(folder, "predictions", `${group}_seed-${run.seed}.csv`);
  mkdirSync(join(folder, "predictions"), { recursive: true });
  extractPredictions(join(run.folder, runFiles.submission), task, labelledRows, output);
  return output;
}

function orNull(path: string): string | null {
  return existsSync(path) ? path : null;
}
