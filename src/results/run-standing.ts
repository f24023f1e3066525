import { placeAmongTeams } from "../grade/place-among-teams.ts";
import { rankScore } from "../grade/rank-score.ts";
import { knownStanding } from "./known-standing.ts";
import { normalisedScore } from "./normalised-score.ts";
import type { GradedRun } from "./result-set.ts";

/** Where a run stands on its leaderboard. Null for competitions that are not known here. A run without a score has 0. */
export interface RunStanding {
  /** The percentage of teams beaten, plus half of those tied. */
  readonly percentile: number | null;
  /** 100 * (1 - rank / teams), where the best team has rank 1 and tied teams share the better rank; never below 0. */
  readonly humanRank: number | null;
  /** See `normalisedScore`. */
  readonly normalisedScore: number | null;
}

type Run = Pick<GradedRun, "competitionId" | "report">;

export function standingOf(run: Run): RunStanding {
  return { percentile: percentileOf(run), humanRank: humanRankOf(run), normalisedScore: normalisedScoreOf(run) };
}

/** Upstream's reports have no percentile, so it is calculated for them. */
export function percentileOf({ competitionId, report }: Run): number | null {
  if (report.extra.percentile !== null) return report.extra.percentile;
  if (report.score === null) return 0;
  const standing = knownStanding(competitionId);
  return standing === null ? null : rankScore(report.score, standing).percentile;
}

function humanRankOf({ competitionId, report }: Run): number | null {
  const recorded = recordedRank(report);
  if (recorded !== null) return humanRank(recorded.better, recorded.teams);
  if (report.score === null) return 0;
  const standing = knownStanding(competitionId);
  if (standing === null || standing.teams === 0) return null;
  return humanRank(placeAmongTeams(report.score, standing).better, standing.teams);
}

function humanRank(betterTeams: number, teams: number): number {
  return Math.max(0, 100 * (1 - (betterTeams + 1) / teams));
}

/** The teams ahead of a run according to its own report, which saves reading the leaderboard. */
function recordedRank({ extra }: Run["report"]): { better: number; teams: number } | null {
  const { percentile, teams, teams_beaten: beaten } = extra;
  // Reports by earlier versions lack some of them.
  if (percentile == null || !teams || beaten == null) return null;
  return { better: Math.max(0, Math.round(teams + beaten - (2 * percentile * teams) / 100)), teams };
}

function normalisedScoreOf({ competitionId, report }: Run): number | null {
  return report.score === null ? 0 : normalisedScore(report.score, competitionId);
}
