import type { LeaderboardRow, MedalPercent } from "./leaderboard-row.ts";
import type { LeaderboardSplit } from "./leaderboard-splits.ts";

/** A row and its place. */
export interface PlacedRow {
  readonly row: LeaderboardRow;
  /** Rows that print the same figure share the better place; null when the split's figure is unknown. */
  readonly place: number | null;
}

export interface Leaderboard {
  readonly by: LeaderboardSplit;
  /** Best first; then rows without a place. */
  readonly rows: readonly PlacedRow[];
}

/** Sorts rows by their share of medals in a split. */
export function arrangeLeaderboard(rows: readonly LeaderboardRow[], by: LeaderboardSplit): Leaderboard {
  const figureOf = (row: LeaderboardRow): number => printed(row.medalPercent[by]);
  const sorted = rows.toSorted((one, other) => compare(figureOf(one), figureOf(other)));
  return {
    by,
    rows: sorted.map((row) => {
      const better = rows.filter((other) => figureOf(other) > figureOf(row)).length;
      return { row, place: row.medalPercent[by] === null ? null : better + 1 };
    }),
  };
}

/** Published figures have two decimals, so others are compared with as many. */
function printed(percent: MedalPercent | null): number {
  return percent === null ? Number.NEGATIVE_INFINITY : Number(percent.mean.toFixed(2));
}

function compare(one: number, other: number): number {
  return one === other ? 0 : other - one;
}

/** How far apart two means must be, in standard errors of their difference, before seeds alone tell them apart. */
const farApart = 2;

/**
 * The other rows whose figure could have come out the other way round with other seeds; null when the row has no standard error.
 * This is about seeds alone: what another choice of competitions would change is not in the published figures.
 */
export function closeRows({ by, rows }: Leaderboard, row: LeaderboardRow): LeaderboardRow[] | null {
  const own = row.medalPercent[by];
  if (own === null || own.error === null) return null;
  const isClose = (other: MedalPercent | null): boolean =>
    other !== null && Math.abs(printed(other) - printed(own)) <= farApart * Math.hypot(own.error!, other.error ?? 0);
  return rows.map((placed) => placed.row).filter((other) => other !== row && isClose(other.medalPercent[by]));
}
