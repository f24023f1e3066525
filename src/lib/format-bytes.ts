const units = ["B", "kB", "MB", "GB", "TB", "PB"];

/** A size in decimal units, as disks and Kaggle count: `1_234_567` is "1.2 MB", `999` is "999 B". */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return unit === 0 ? `${value} B` : `${value.toFixed(1)} ${units[unit]}`;
}

/**
 * A number of mebibytes in binary units, as memory is counted.
 *
 * @example formatMebibytes(1536) // => "1.5 GiB"
 */
export function formatMebibytes(mebibytes: number): string {
  const units = ["MiB", "GiB", "TiB"];
  let value = mebibytes;
  let unit = 0;
  for (; value >= 1024 && unit < units.length - 1; unit += 1) value /= 1024;
  return `${Number(value.toFixed(2))} ${units[unit]}`;
}
