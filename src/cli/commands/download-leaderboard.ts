import { resolve } from "node:path";
import { defaultDataDirectory } from "../../facts/data-directory.ts";
import { downloadLeaderboards } from "../download-leaderboards.ts";
import { exitCodes } from "../exit-codes.ts";
import { leaderboardJson } from "../json/leaderboard-json.ts";
import { printJson } from "../output.ts";
import { selectCompetitions } from "../select-competitions.ts";
import type { DownloadLeaderboardOptions } from "./download-leaderboard.options.ts";

export async function run(options: DownloadLeaderboardOptions): Promise<number> {
  const results = await downloadLeaderboards(selectCompetitions(options), {
    dataDirectory: resolve(options.dataDir ?? defaultDataDirectory()),
    force: options.force ?? false,
    source: options.source,
  });
  if (options.json) {
    printJson(results.map(leaderboardJson));
  }
  return results.some(({ error }) => error !== null) ? exitCodes.failedItems : exitCodes.done;
}
