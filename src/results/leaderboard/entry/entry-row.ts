import type { GroupPlan } from "../../../runs/record/group-plan.ts";
import { benchmarkSplits } from "../../benchmark-splits.ts";
import type { ResultSet } from "../../result-set.ts";
import type { LeaderboardRow } from "../leaderboard-row.ts";
import { ownRow } from "../own-row.ts";

/** The row of a group. Missing runs count as failed, but only in splits that the group was to run completely. */
export function entryRow(plan: GroupPlan, set: ResultSet): LeaderboardRow {
  const row = ownRow(set, { padMissing: true, plannedSeeds: plan.seeds.length });
  const planned = new Set(plan.competitions);
  const medalPercent = { ...row.medalPercent };
  for (const { name, competitionIds } of benchmarkSplits()) {
    if (!competitionIds.every((id) => planned.has(id))) medalPercent[name as keyof typeof medalPercent] = null;
  }
  return { ...row, medalPercent };
}
