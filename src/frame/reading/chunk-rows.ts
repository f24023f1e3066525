/**
 * How many rows pandas types together: the largest power of two below 2^20 / columns. Each such chunk of a large file gets
 * its own type, and the types are merged afterwards (`low_memory`).
 */
export function chunkRows(width: number): number {
  const heuristic = Math.floor(2 ** 20 / width);
  let rows = 1;
  while (rows * 2 < heuristic) rows *= 2;
  return rows;
}
