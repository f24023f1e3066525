import { ranks } from "../../../lib/numeric/ranks.ts";
import type { Association } from "./association.ts";
import type { Feature } from "./feature.ts";
import { logNormalTail } from "./probability.ts";
import type { Target } from "./target.ts";

/** A rarer class says little, and so do the many rare classes of a large task. */
const fewestOfClass = 5;
const mostClasses = 20;

/** For each class, how well the feature's order separates it from all others: the area under the ROC curve, ties corrected. */
export function areasUnderCurve(feature: Feature, target: Target): Association[] {
  const known = knownRows(feature);
  if (known === null) return [];
  const ranked = ranks(Float64Array.from(known, (row) => feature.numbers![row]!));
  const variance = rankVariance(ranked);
  const sums = new Map<number, { count: number; sum: number }>();
  for (const [place, row] of known.entries()) {
    const code = target.codes[row]!;
    const entry = sums.get(code) ?? { count: 0, sum: 0 };
    sums.set(code, { count: entry.count + 1, sum: entry.sum + ranked[place]! });
  }
  const total = known.length;
  const frequent = [...sums].filter(([, { count }]) => count >= fewestOfClass && total - count >= fewestOfClass);
  const classes = frequent
    .sort(([, a], [, b]) => b.count - a.count)
    .slice(0, target.classes.length === 2 ? 1 : mostClasses);
  return classes.map(([code, { count, sum }]) => {
    const others = total - count;
    const area = (sum - (count * (count + 1)) / 2) / (count * others);
    const deviate = (sum - (count * (total + 1)) / 2) / Math.sqrt((count * others * variance) / total);
    const shown = Math.max(area, 1 - area);
    return {
      measure: "AUC",
      target: target.name,
      strength: 2 * shown - 1,
      logChance: variance === 0 ? 0 : logNormalTail(deviate),
      tests: classes.length,
      evidence: `AUC ${shown.toFixed(3)} for the answer ${JSON.stringify(target.classes[code])} on ${total} rows`,
    };
  });
}

/** Spearman's rank correlation, with Fisher's transformation for its chance. */
export function rankCorrelation(feature: Feature, target: Target): Association[] {
  const known = knownRows(feature)?.filter((row) => !Number.isNaN(target.numbers![row]));
  if (known === undefined || known.length < 12) return [];
  const of = (values: Float64Array): Float64Array => ranks(Float64Array.from(known, (row) => values[row]!));
  const correlation = correlate(of(feature.numbers!), of(target.numbers!));
  if (Number.isNaN(correlation)) return [];
  const bounded = Math.min(Math.abs(correlation), 1 - 1e-9);
  return [
    {
      measure: "rank correlation",
      target: target.name,
      strength: Math.abs(correlation),
      logChance: logNormalTail(Math.atanh(bounded) * Math.sqrt((known.length - 3) / 1.06)),
      tests: 1,
      evidence: `rank correlation ${correlation.toFixed(3)} with ${target.name} on ${known.length} rows`,
    },
  ];
}

/** The rows with a number, if there are enough of them. */
function knownRows({ numbers }: Feature): Uint32Array | null {
  if (numbers === null) return null;
  const rows = Uint32Array.from(numbers.keys()).filter((row) => !Number.isNaN(numbers[row]));
  return rows.length >= 12 && rows.length >= numbers.length / 2 ? rows : null;
}

function rankVariance(ranked: Float64Array): number {
  const middle = (ranked.length + 1) / 2;
  let sum = 0;
  for (const rank of ranked) sum += (rank - middle) ** 2;
  return sum / (ranked.length - 1);
}

function correlate(a: Float64Array, b: Float64Array): number {
  const middle = (a.length + 1) / 2;
  let [products, squaresA, squaresB] = [0, 0, 0];
  for (let row = 0; row < a.length; row += 1) {
    const [x, y] = [a[row]! - middle, b[row]! - middle];
    products += x * y;
    squaresA += x * x;
    squaresB += y * y;
  }
  return products / Math.sqrt(squaresA * squaresB);
}
