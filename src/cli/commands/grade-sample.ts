import { getCompetition } from "../../competitions/get-competition.ts";
import { defaultDataDirectory } from "../../facts/data-directory.ts";
import { gradeSubmission } from "../../grade/grade-submission.ts";
import { answersPath } from "../../grade/prepared-files.ts";
import { type CompetitionReport, medalOf, shownScore } from "../../grade/report.ts";
import { type Standing, standingFromLeaderboard } from "../../grade/standing.ts";
import { exitCodes } from "../exit-codes.ts";
import { formatFields, print, printJson } from "../output.ts";
import type { StyledText } from "../styled-text.ts";
import type { GradeSampleOptions } from "./grade-sample.options.ts";

export async function run(submissionPath: string, id: string, options: GradeSampleOptions): Promise<number> {
  const competition = await getCompetition(id);
  const report = gradeSubmission(competition, {
    submissionPath,
    answers: options.answers ?? answersPath(competition, options.dataDir ?? defaultDataDirectory()),
    ...(options.leaderboard === undefined ? {} : { standing: await readStanding(options.leaderboard) }),
  });
  if (options.json) printJson(report);
  else print(describe(report));
  return report.valid_submission ? exitCodes.done : exitCodes.failedItems;
}

/** Loads the reader of leaderboards only when there is one to read. */
async function readStanding(leaderboard: string): Promise<Standing> {
  const { readLeaderboard } = await import("../../grade/read-leaderboard.ts");
  return standingFromLeaderboard(readLeaderboard(leaderboard));
}

function describe(report: CompetitionReport): StyledText {
  const { extra } = report;
  if (!report.valid_submission) {
    return formatFields(report.competition_id, [
      ["score", "none"],
      [extra.failure?.kind ?? "problem", extra.failure?.reason ?? "no submission"],
    ]);
  }
  const medal = medalOf(report) ?? "none";
  const distance = extra.distance === null ? [] : nextMedal(report, extra.distance);
  return formatFields(report.competition_id, [
    ["score", `${shownScore(report)} (${report.is_lower_better ? "lower" : "higher"} is better)`],
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

function nextMedal(
  report: CompetitionReport,
  distance: NonNullable<CompetitionReport["extra"]["distance"]>,
): [string, string][] {
  if (report.gold_medal) return [];
  const next = report.silver_medal ? "gold" : report.bronze_medal ? "silver" : "bronze";
  return [["next", `${next} needs ${distance[next]} more (${report[`${next}_threshold`]})`]];
}
