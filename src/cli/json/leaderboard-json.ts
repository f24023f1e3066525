import type { LeaderboardResult } from "../download-leaderboards.ts";

/** One leaderboard that was to be downloaded. */
export function leaderboardJson({ competitionId, downloaded, error }: LeaderboardResult) {
  return {
    competition_id: competitionId,
    path: downloaded?.path ?? null,
    source: downloaded?.source ?? null,
    error,
  };
}
