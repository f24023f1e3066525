import { formatMebibytes } from "../../lib/format-bytes.ts";
import { closeRows, type Leaderboard, type PlacedRow } from "../../results/leaderboard/arrange-leaderboard.ts";
import { type LeaderboardRow, publishedSource } from "../../results/leaderboard/leaderboard-row.ts";
import { leaderboardSplits } from "../../results/leaderboard/leaderboard-splits.ts";
import type { Block } from "./document.ts";
import { formatPercent } from "./entry-row-view.ts";
import { shortList } from "./short-list.ts";

const marks = { own: ">", padded: "*", leakage: "!" };

/** The table, then what has to be known about own rows and about the figures. */
export function describeLeaderboard(table: Leaderboard): Block[] {
  const own = table.rows.filter(({ row }) => row.origin === "own");
  return [
    {
      header: ["", "place", "agent", ...leaderboardSplits.map((split) => `${split} %`), "hours", "date", "models"],
      rows: table.rows.map(cellsOf),
    },
    ...own.map(({ row }): Block => ({ lines: describeOwn(row, table).map((line) => `${row.agent}: ${line}`) })),
    { lines: meanings(table, own.length > 0) },
  ];
}

function cellsOf({ row, place }: PlacedRow): string[] {
  return [
    row.origin === "own" ? marks.own : "",
    place === null ? "-" : String(place),
    `${row.agent}${row.usesLeakage ? ` ${marks.leakage}` : ""}`,
    ...leaderboardSplits.map((split) => formatPercent(row.medalPercent[split])),
    row.hours === null ? "unknown" : String(Number(row.hours.toFixed(2))),
    row.date ?? "unknown",
    row.models ?? "unknown",
  ];
}

function describeOwn(row: LeaderboardRow, table: Leaderboard): string[] {
  const seeds = row.medalPercent[table.by]?.seeds ?? null;
  const counted = seeds === null ? [] : [`${seeds} ${seeds === 1 ? "seed" : "seeds"}`];
  const conditions = [...counted, `network ${row.network}`, `isolation: ${row.isolation}`, describeHardware(row)];
  return [`${conditions.join(", ")}.`, ...row.remarks, ...describeClose(row, table)];
}

function describeHardware({ hardware }: LeaderboardRow): string {
  if (hardware === null) return "hardware unknown";
  const { cpus, memoryMb, gpus } = hardware;
  return [
    `${cpus ?? "all"} cpus`,
    memoryMb === null ? "memory not limited" : `${formatMebibytes(memoryMb)} of memory`,
    `${gpus} graphics cards`,
  ].join(", ");
}

function describeClose(row: LeaderboardRow, table: Leaderboard): string[] {
  if (row.medalPercent[table.by] === null) return [];
  const close = closeRows(table, row);
  if (close === null) return ["a single seed has no standard error: how far its place is chance is unknown."];
  if (close.length === 0) return [];
  const names = shortList(close.map(({ agent, models }) => `${agent} (${models ?? "unknown"})`));
  return [`within two standard errors of ${names}: with other seeds the order could be another one.`];
}

function meanings({ by, rows }: Leaderboard, hasOwn: boolean): string[] {
  const published = rows.filter(({ row }) => row.origin === "published").map(({ row }) => row);
  const newest = published
    .map(({ date }) => date ?? "")
    .sort()
    .at(-1);
  return [
    `Percentage of competitions with a medal, sorted by ${by}; ± is the standard error over seeds.`,
    ...(hasOwn ? [`${marks.own} your results, dated by their newest grade.`] : []),
    ...(hasPadding(rows) ? [`${marks.padded} missing runs were counted as failed.`] : []),
    `${marks.leakage} its authors say that it benefits from leaked test labels.`,
    "A place says little: published rows give neither results per competition nor the number of seeds, hardware or network, so no test between them and other rows is possible. `mlebench compare` tests results whose grading reports are at hand.",
    `${published.length} published results, the newest of ${newest}: ${publishedSource}`,
    ...published.flatMap(({ agent, hours, modelNote }) =>
      modelNote === null ? [] : [`${agent} (${hours} h): ${modelNote}`],
    ),
  ];
}

function hasPadding(rows: Leaderboard["rows"]): boolean {
  return rows.some(({ row }) => Object.values(row.medalPercent).some((percent) => percent?.padded));
}
