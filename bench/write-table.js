// Shared by the scripts that make data: numbers that are identical in every run, and tables of any length.
import { closeSync, openSync, writeSync } from "node:fs";

/** Marsaglia's xorshift: numbers from 0 to 1. */
export function randomNumbers(seed) {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Writes a CSV file row by row, without keeping it in memory. */
export function writeTable(path, header, rows, rowAt) {
  const file = openSync(path, "w");
  let lines = [header];
  for (let row = 0; row < rows; row += 1) {
    lines.push(rowAt(row));
    if (lines.length === 10_000 || row === rows - 1) {
      writeSync(file, `${lines.join("\n")}\n`);
      lines = [];
    }
  }
  closeSync(file);
}
