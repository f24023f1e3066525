import { resolve } from "node:path";
import { withDistinctLabels } from "../../results/distinct-labels.ts";
import { arrangeLeaderboard } from "../../results/leaderboard/arrange-leaderboard.ts";
import { publishedRows } from "../../results/leaderboard/leaderboard-row.ts";
import { ownRow } from "../../results/leaderboard/own-row.ts";
import { readResultSets } from "../../results/read-result-sets.ts";
import { defaultRunDirectory } from "../../runs/state/find-runs.ts";
import { exitCodes } from "../exit-codes.ts";
import { leaderboardTableJson } from "../json/leaderboard-table-json.ts";
import { print, printJson } from "../output.ts";
import { formatDocument } from "../views/document.ts";
import { describeLeaderboard } from "../views/leaderboard-view.ts";
import type { LeaderboardOptions } from "./leaderboard.options.ts";

/** Shows published results, and own ones among them. */
export async function run(names: readonly string[], options: LeaderboardOptions): Promise<number> {
  const sets = withDistinctLabels(await readResultSets(names, resolve(options.runDir ?? defaultRunDirectory())));
  const own = sets.map((set) => ownRow(set, { padMissing: options.padMissing ?? false }));
  // Of equal figures the own one comes first.
  const table = arrangeLeaderboard([...own, ...publishedRows()], options.by);
  if (options.json || options.format === "json") printJson(leaderboardTableJson(table));
  else print(formatDocument(describeLeaderboard(table), options.format));
  return exitCodes.done;
}
