import { rankScore } from "../grade/rank-score.ts";
import { knownStanding } from "./known-standing.ts";

/** The percentile at which each medal begins on a competition's leaderboard. */
export interface MedalZones {
  readonly gold: number;
  readonly silver: number;
  readonly bronze: number;
}

/** Null for competitions that are not known here, and for leaderboards without teams. */
export function medalZones(competitionId: string): MedalZones | null {
  const standing = knownStanding(competitionId);
  if (standing === null || standing.teams === 0) return null;
  const at = (medal: keyof MedalZones): number => rankScore(standing.thresholds[medal], standing).percentile ?? 100;
  return { gold: at("gold"), silver: at("silver"), bronze: at("bronze") };
}
