import { closeRows, type Leaderboard, type PlacedRow } from "../../results/leaderboard/arrange-leaderboard.ts";
import { type LeaderboardRow, publishedSource } from "../../results/leaderboard/leaderboard-row.ts";
import { leaderboardSplits } from "../../results/leaderboard/leaderboard-splits.ts";

/** The published results with own ones among them. */
export function leaderboardTableJson(table: Leaderboard) {
  return {
    by: table.by,
    published_source: publishedSource,
    rows: table.rows.map((placed) => rowJson(placed, table)),
  };
}

function rowJson({ row, place }: PlacedRow, table: Leaderboard) {
  const close = row.origin === "own" ? closeRows(table, row) : null;
  const { agent, origin, models, hours, date, network, isolation, hardware, sources, remarks } = row;
  return {
    place,
    origin,
    agent,
    models,
    model_note: row.modelNote,
    medal_percent: Object.fromEntries(leaderboardSplits.map((split) => [split, row.medalPercent[split]])),
    hours,
    date,
    network: known(network),
    isolation: known(isolation),
    hardware: hardware === null ? null : { cpus: hardware.cpus, memory_mib: hardware.memoryMb, gpus: hardware.gpus },
    uses_leakage: row.usesLeakage,
    sources,
    remarks,
    close: close?.map(nameOf) ?? null,
  };
}

function nameOf({ agent, models, origin }: LeaderboardRow) {
  return { origin, agent, models };
}

function known<Value extends string>(value: Value | "unknown"): Value | null {
  return value === "unknown" ? null : (value as Value);
}
