import type { Column, TextColumn } from "../frame/column.ts";
import { labelAt } from "../frame/labels.ts";

/**
 * The number of rows with the same value in both columns: `(truth == prediction).sum()`. Numbers and booleans are compared
 * by value. A number never equals text, and a gap equals nothing.
 */
export function countMatches(truth: Column, prediction: Column): number {
  if (truth.kind === "text" && prediction.kind === "text") return countTextMatches(truth, prediction);
  let matches = 0;
  if (truth.kind === "text" || prediction.kind === "text") return matches;
  if (truth.wide === null || prediction.wide === null) {
    for (let row = 0; row < truth.length; row += 1) if (truth.values[row] === prediction.values[row]) matches += 1;
    return matches;
  }
  for (let row = 0; row < truth.length; row += 1) {
    if (labelAt(truth, row) === labelAt(prediction, row)) matches += 1;
  }
  return matches;
}

/** Compares the bytes of the cells, without making strings. */
function countTextMatches(truth: TextColumn, prediction: TextColumn): number {
  const truthBytes = truth.cells.bytes;
  const predictionBytes = prediction.cells.bytes;
  let matches = 0;
  for (let row = 0; row < truth.length; row += 1) {
    if (truth.isGap(row) || prediction.isGap(row)) continue;
    const truthStart = truth.start(row);
    const predictionStart = prediction.start(row);
    const length = truth.end(row) - truthStart;
    if (length !== prediction.end(row) - predictionStart) continue;
    let at = 0;
    while (at < length && truthBytes[truthStart + at] === predictionBytes[predictionStart + at]) at += 1;
    if (at === length) matches += 1;
  }
  return matches;
}
