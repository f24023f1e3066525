import { resolve } from "node:path";
import { defaultDataDirectory } from "../../facts/data-directory.ts";
import type { LeaderboardSource } from "../../runs/preparation/download-leaderboard.ts";
import { downloadLeaderboards } from "../download-leaderboards.ts";
import { exitCodes } from "../exit-codes.ts";
import { printJson } from "../output.ts";
import { type Selection, selectCompetitions } from "../select-competitions.ts";

interface Options extends Selection {
  force?: boolean;
  source?: LeaderboardSource;
  dataDir?: string;
  json?: boolean;
}

export async function run(options: Options): Promise<number> {
  const results = await downloadLeaderboards(selectCompetitions(options), {
    dataDirectory: resolve(options.dataDir ?? defaultDataDirectory()),
    force: options.force ?? false,
    source: options.source,
  });
  if (options.json) {
    printJson(
      results.map(({ competitionId, downloaded, error }) => ({
        competition_id: competitionId,
        path: downloaded?.path ?? null,
        source: downloaded?.source ?? null,
        error,
      })),
    );
  }
  return results.some(({ error }) => error !== null) ? exitCodes.failedItems : exitCodes.done;
}
