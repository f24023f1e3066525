import { QuickRandom } from "../../../lib/random/quick-random.ts";
import type { Series } from "../features/time-features.ts";

const heldOut = 0.2;

/** Training rows in two parts. */
export interface Parts {
  /** To learn from. */
  readonly kept: Uint32Array;
  /** To judge by. */
  readonly aside: Uint32Array;
}

/** Sets a fifth of the rows aside: the last days of a series, any rows otherwise. */
export function setAside(rows: Uint32Array, series: Series | null, seed: number): Parts {
  if (series !== null) {
    const last = rows.reduce((day, row) => Math.max(day, series.days[row]!), -Infinity);
    const isLate = (row: number): boolean => series.days[row]! > last - series.horizon;
    return { kept: rows.filter((row) => !isLate(row)), aside: rows.filter(isLate) };
  }
  const order = new QuickRandom(seed).permutation(rows.length);
  const count = Math.max(1, Math.floor(rows.length * heldOut));
  const pick = (from: number, to: number): Uint32Array => order.slice(from, to).map((index) => rows[index]!);
  return { kept: pick(count, rows.length), aside: pick(0, count) };
}
