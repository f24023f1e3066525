import type { Association } from "./association.ts";
import { isCategory, largest, percent } from "./class-agreement.ts";
import type { Feature } from "./feature.ts";
import { logBinomialTail } from "./probability.ts";
import type { Target } from "./target.ts";

/** How much of a number's variance the mean of the other rows with the same value explains. */
export function agreementWithNumber(feature: Feature, target: Target): Association[] {
  if (!isCategory(feature)) return [];
  const numbers = target.numbers!;
  const rows = Uint32Array.from(numbers.keys()).filter((row) => Number.isFinite(numbers[row]));
  const sums = new Float64Array(feature.values.length);
  const sizes = new Uint32Array(feature.values.length);
  let total = 0;
  for (const row of rows) {
    sums[feature.codes[row]!]! += numbers[row]!;
    sizes[feature.codes[row]!]! += 1;
    total += numbers[row]!;
  }
  const mean = total / rows.length;
  let [left, all, sameSide, counted] = [0, 0, 0, 0];
  for (const row of rows) {
    const code = feature.codes[row]!;
    if (sizes[code]! < 2) continue;
    const others = (sums[code]! - numbers[row]!) / (sizes[code]! - 1);
    left += (numbers[row]! - others) ** 2;
    all += (numbers[row]! - mean) ** 2;
    counted += 1;
    if (others > mean === numbers[row]! > mean) sameSide += 1;
  }
  if (counted < rows.length / 2 || all === 0) return [];
  return [
    {
      measure: "explained variance",
      target: target.name,
      strength: Math.max(0, 1 - left / all),
      // The other rows' mean is on the right side of the overall mean by chance as often as the larger side's share.
      logChance: logBinomialTail(sameSide, counted, largerSide(rows, numbers, mean)),
      tests: 1,
      evidence: `the mean of the rows with the same value explains ${percent(1 - left / all)} of the variance of ${target.name}`,
    },
  ];
}

function largerSide(rows: Uint32Array, numbers: Float64Array, mean: number): number {
  const above = rows.filter((row) => numbers[row]! > mean).length / rows.length;
  return Math.max(above, 1 - above);
}

/** How many cells are the answer, word for word. */
export function equality(feature: Feature, target: Target): Association[] {
  const total = target.codes.length;
  const codeOf = new Map(target.classes.map((value, code) => [value, code]));
  const wanted = feature.values.map((value) => codeOf.get(value) ?? -1);
  let hits = 0;
  const given = new Uint32Array(target.classes.length);
  for (let row = 0; row < total; row += 1) {
    given[target.codes[row]!]! += 1;
    if (wanted[feature.codes[row]!] === target.codes[row]) hits += 1;
  }
  return [
    {
      measure: "equality",
      target: target.name,
      strength: hits / total,
      logChance: logBinomialTail(hits, total, largest(given) / total),
      tests: 1,
      evidence: `${percent(hits / total)} of its ${total} cells are the answer itself`,
    },
  ];
}
