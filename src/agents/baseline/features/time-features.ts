import type { Joined } from "./joined-columns.ts";

/** A series of values over days, when the test days come after the training days. */
export interface Series {
  readonly days: Float64Array;
  /** Which series a row belongs to. */
  readonly groups: Int32Array;
  /** How many days ahead the last test day is: no feature may look at later days. */
  readonly horizon: number;
  readonly trainRows: number;
}

/** The series in the data: one date column, test after train, and a category with at most one row for each day. */
export function findSeries(columns: readonly Joined[], trainRows: number): Series | null {
  const dates = columns.filter((column) => column.kind === "date");
  if (dates.length !== 1) return null;
  const days = dates[0]!.values;
  const lastTrain = days.subarray(0, trainRows).reduce((last, day) => Math.max(last, day), -Infinity);
  const test = days.subarray(trainRows);
  const firstTest = test.reduce((first, day) => Math.min(first, day), Infinity);
  if (!(firstTest > lastTrain)) return null;
  const horizon = test.reduce((last, day) => Math.max(last, day), -Infinity) - lastTrain;
  const categories = columns.flatMap((column) => (column.kind === "category" ? [column.texts] : []));
  for (const texts of [null, ...categories]) {
    const codes = new Map<string | null, number>();
    const groups = Int32Array.from(days, (_, row) => {
      const text = texts === null ? "" : (texts[row] ?? null);
      if (!codes.has(text)) codes.set(text, codes.size);
      return codes.get(text)!;
    });
    const cells = new Set(Array.from(days, (day, row) => `${groups[row]} ${day}`));
    if (cells.size === days.length) return { days, groups, horizon, trainRows };
  }
  return null;
}

/** Year, month, weekday, day of the month, day of the year and the day itself, of days since 1970. */
export function calendarColumns(days: Float64Array): Float64Array[] {
  const parts = (read: (date: Date) => number): Float64Array =>
    days.map((day) => (Number.isNaN(day) ? Number.NaN : read(new Date(day * 86_400_000))));
  return [
    days,
    parts((date) => date.getUTCFullYear()),
    parts((date) => date.getUTCMonth()),
    parts((date) => date.getUTCDay()),
    parts((date) => date.getUTCDate()),
    parts((date) => (date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000),
  ];
}

/** Means of a series' own past, never nearer than the horizon; the first is its recent level. */
export function lagColumns({ days, groups, horizon, trainRows }: Series, truth: Float64Array): Float64Array[] {
  const past = new Map<number, number>();
  const key = (group: number, day: number): number => group * 1e6 + day;
  for (let row = 0; row < trainRows; row += 1) past.set(key(groups[row]!, days[row]!), truth[row]!);
  const mean = (from: number, step: number, count: number) =>
    Float64Array.from(days, (day, row) => {
      let [sum, found] = [0, 0];
      for (let index = 0; index < count; index += 1) {
        const value = past.get(key(groups[row]!, day - from - index * step));
        if (value === undefined) continue;
        sum += value;
        found += 1;
      }
      return found === 0 ? Number.NaN : sum / found;
    });
  const nextWeek = 7 * Math.ceil(horizon / 7);
  return [mean(nextWeek, 1, 56), mean(nextWeek, 7, 8), mean(nextWeek, 1, 14), mean(364, 7, 3), mean(364, 1, 28)];
}
