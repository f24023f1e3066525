/** Columns of numbers as small codes, for histograms: 0 is a gap, larger codes are larger values. */
export interface BinnedColumns {
  readonly codes: readonly Uint8Array[];
  readonly rows: number;
}

/** Codes go from 0 to this number. */
export const mostBins = 63;

/** Bins each column by edges that cut the first `fitted` rows (the training rows) into parts of like size. */
export function binColumns(columns: readonly Float64Array[], fitted: number): BinnedColumns {
  return { codes: columns.map((values) => binColumn(values, fitted)), rows: columns[0]?.length ?? 0 };
}

function binColumn(values: Float64Array, fitted: number): Uint8Array {
  const sorted = values
    .slice(0, fitted)
    .filter((value) => !Number.isNaN(value))
    .sort();
  const distinct = sorted.filter((value, index) => index === 0 || value !== sorted[index - 1]);
  const source = distinct.length < mostBins ? distinct : sorted;
  const parts = Math.min(mostBins, source.length);
  const edges: number[] = [];
  for (let part = 1; part < parts; part += 1) {
    const edge = source[Math.floor((part * source.length) / parts)]!;
    if (edges.length === 0 || edge > edges.at(-1)!) edges.push(edge);
  }
  return Uint8Array.from(values, (value) => (Number.isNaN(value) ? 0 : 1 + countAtMost(edges, value)));
}

/** How many of the sorted edges are at most the value. */
function countAtMost(edges: readonly number[], value: number): number {
  let [low, high] = [0, edges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (edges[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
