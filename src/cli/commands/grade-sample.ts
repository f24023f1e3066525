import { existsSync } from "node:fs";
import { getCompetition } from "../../competitions/get-competition.ts";
import type { Competition } from "../../contracts/competition.ts";
import { competitionFolder } from "../../facts/competition-folder.ts";
import { defaultDataDirectory } from "../../facts/data-directory.ts";
import { gradeSubmission } from "../../grade/grade-submission.ts";
import { answersPath } from "../../grade/prepared-files.ts";
import { type CompetitionReport, medalOf, shownScore } from "../../grade/report.ts";
import { type Standing, standingFromLeaderboard } from "../../grade/standing.ts";
import { UsageError } from "../../lib/errors.ts";
import { requireUnchangedData } from "../../runs/preparation/check-prepared-data.ts";
import { exitCodes } from "../exit-codes.ts";
import { formatFields, print, printJson } from "../output.ts";
import type { StyledText } from "../styled-text.ts";
import type { GradeSampleOptions } from "./grade-sample.options.ts";

export async function run(submissionPath: string, id: string, options: GradeSampleOptions): Promise<number> {
  const competition = await getCompetition(id);
  const report = gradeSubmission(competition, {
    submissionPath,
    answers: await chooseAnswers(competition, options),
    ...(options.leaderboard === undefined ? {} : { standing: await readStanding(options.leaderboard) }),
  });
  if (options.json) printJson(report);
  else print(options.rehearsal === undefined ? describe(report) : describeScore(report));
  return report.valid_submission ? exitCodes.done : exitCodes.failedItems;
}

async function chooseAnswers(competition: Competition, options: GradeSampleOptions): Promise<string> {
  const { answers, rehearsal, dataDir = defaultDataDirectory() } = options;
  if (answers !== undefined && rehearsal !== undefined)
    throw new UsageError("Give --answers or --rehearsal, not both.");
  if (rehearsal !== undefined) {
    const { rehearsalFiles } = await import("../../runs/rehearsal/rehearsal-files.ts");
    return rehearsalFiles(competition, dataDir, rehearsal).answers;
  }
  if (answers !== undefined) return answers;
  const path = answersPath(competition, dataDir);
  // Answers that have changed since they were prepared would make good submissions look invalid.
  const { prepared } = competitionFolder(dataDir, competition.id, competition.edition);
  if (existsSync(path)) await requireUnchangedData(prepared, { parts: ["private"] });
  return path;
}

/** Loads the reader of leaderboards only when there is one to read. */
async function readStanding(leaderboard: string): Promise<Standing> {
  const { readLeaderboard } = await import("../../grade/read-leaderboard.ts");
  return standingFromLeaderboard(readLeaderboard(leaderboard));
}

function describe(report: CompetitionReport): StyledText {
  const { extra } = report;
  if (!report.valid_submission) return describeScore(report);
  const medal = medalOf(report) ?? "none";
  const distance = extra.distance === null ? [] : nextMedal(report, extra.distance);
  return formatFields(report.competition_id, [
    scoreField(report),
    ["medal", medal],
    ["median", report.above_median ? "above" : "not above"],
    ...(extra.percentile === null
      ? []
      : [
          [
            "percentile",
            `${extra.percentile.toFixed(1)} (better than ${extra.teams_beaten} of ${extra.teams} teams)`,
          ] as const,
        ]),
    ...distance,
  ]);
}

/** Without medals: the score of a rehearsal says nothing about the leaderboard. */
function describeScore(report: CompetitionReport): StyledText {
  const { failure } = report.extra;
  if (report.valid_submission) return formatFields(report.competition_id, [scoreField(report)]);
  return formatFields(report.competition_id, [
    ["score", "none"],
    [failure?.kind ?? "problem", failure?.reason ?? "no submission"],
  ]);
}

function scoreField(report: CompetitionReport): [string, string] {
  return ["score", `${shownScore(report)} (${report.is_lower_better ? "lower" : "higher"} is better)`];
}

function nextMedal(
  report: CompetitionReport,
  distance: NonNullable<CompetitionReport["extra"]["distance"]>,
): [string, string][] {
  if (report.gold_medal) return [];
  const next = report.silver_medal ? "gold" : report.bronze_medal ? "silver" : "bronze";
  return [["next", `${next} needs ${distance[next]} more (${report[`${next}_threshold`]})`]];
}
