/**
 * The cells that pandas reads as gaps: `read_csv`'s default `na_values`. They are compared exactly, without trimming.
 */
const missingValues = new Set([
  "",
  "#N/A",
  "#N/A N/A",
  "#NA",
  "-1.#IND",
  "-1.#QNAN",
  "-NaN",
  "-nan",
  "1.#IND",
  "1.#QNAN",
  "<NA>",
  "N/A",
  "NA",
  "NULL",
  "NaN",
  "None",
  "n/a",
  "nan",
  "null",
]);

const longest = 8;

/** The first and last bytes that missing values have, so that two look-ups decide for almost every cell. */
const first = new Uint8Array(256);
const last = new Uint8Array(256);
for (const value of missingValues) {
  if (value === "") continue;
  first[value.charCodeAt(0)] = 1;
  last[value.charCodeAt(value.length - 1)] = 1;
}

/** Whether the cell `bytes[start, end)` is one of pandas' missing values. */
export function isMissing(bytes: Uint8Array, start: number, end: number): boolean {
  const length = end - start;
  if (length === 0) return true;
  if (length > longest + 1 || first[bytes[start]!] === 0 || last[bytes[end - 1]!] === 0) return false;
  let text = "";
  for (let at = start; at < end; at += 1) text += String.fromCharCode(bytes[at]!);
  return missingValues.has(text);
}
