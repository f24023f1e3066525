import { loadFacts } from "../facts/facts.ts";
import { BenchError } from "../lib/errors.ts";
import {
  type DownloadedLeaderboard,
  downloadLeaderboard,
  type LeaderboardOptions,
} from "../runs/preparation/download-leaderboard.ts";
import { note } from "./output.ts";

export interface LeaderboardResult {
  readonly competitionId: string;
  readonly downloaded: DownloadedLeaderboard | null;
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** Downloads leaderboards one after another and reports each; one that fails does not stop the others. */
export async function downloadLeaderboards(
  ids: readonly string[],
  options: LeaderboardOptions,
): Promise<LeaderboardResult[]> {
  const results: LeaderboardResult[] = [];
  for (const competitionId of ids) {
    try {
      const downloaded = await downloadLeaderboard(loadFacts(competitionId), options);
      results.push({ competitionId, downloaded, error: null });
      const from = downloaded.source === "already-there" ? "already there" : `from ${downloaded.source}`;
      note(`${competitionId}: ${downloaded.path} (${from})`);
    } catch (error) {
      if (!(error instanceof BenchError)) throw error;
      results.push({ competitionId, downloaded: null, error: { code: error.code, message: error.message } });
      note(`${competitionId}: no leaderboard\n${error.message}`);
    }
  }
  return results;
}
