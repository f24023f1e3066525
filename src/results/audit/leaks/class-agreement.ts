import type { Association } from "./association.ts";
import type { Feature } from "./feature.ts";
import { logBinomialTail } from "./probability.ts";
import type { Target } from "./target.ts";

/** A feature with more values is a name or a measurement: its values say nothing about each other's rows. */
export function isCategory({ values, codes }: Feature): boolean {
  return values.length <= Math.max(2, Math.min(200, codes.length / 10));
}

/**
 * How often a row's class is the most common one among the other rows with the same value. The row itself is left out: otherwise
 * rare values would agree with themselves.
 */
export function agreementWithClass(feature: Feature, target: Target): Association[] {
  if (!isCategory(feature)) return [];
  const counts = countPairs(feature, target);
  const base = countClasses(target);
  const total = target.codes.length;
  let hits = 0;
  for (let row = 0; row < total; row += 1) {
    const code = target.codes[row]!;
    const own = counts[feature.codes[row]!]!;
    const isAlone = own.reduce((sum, count) => sum + count, 0) === 1;
    if (mostCommonWithout(isAlone ? base : own, code) === code) hits += 1;
  }
  const chance = largest(base) / total;
  return [
    {
      measure: "accuracy",
      target: target.name,
      strength: Math.max(0, (hits / total - chance) / (1 - chance)),
      logChance: logBinomialTail(hits, total, chance),
      tests: 1,
      evidence: `its value alone tells ${percent(hits / total)} of ${total} answers; the most common answer is right in ${percent(chance)}`,
    },
  ];
}

/** A part of the rows, singled out by a value that is there or missing, must be this pure, and its class this rare elsewhere. */
const purest = 0.98;
const mostCommonClass = 0.6;
const fewestOfPart = 8;

/** Whether the rows that differ from the feature's most common value all have one and the same rare class. */
export function classesOfPart(feature: Feature, target: Target): Association[] {
  const sizes = new Uint32Array(feature.values.length);
  for (const code of feature.codes) sizes[code]! += 1;
  const usual = sizes.indexOf(largest(sizes));
  const part = Uint32Array.from(feature.codes.keys()).filter((row) => feature.codes[row] !== usual);
  const total = target.codes.length;
  if (sizes[usual]! < total / 4 || part.length < fewestOfPart) return [];
  const within = countClasses(target, part);
  const code = within.indexOf(largest(within));
  const [share, base] = [within[code]! / part.length, countClasses(target)[code]! / total];
  if (share < purest || base > mostCommonClass) return [];
  return [
    {
      measure: "part",
      target: target.name,
      strength: 1,
      logChance: logBinomialTail(within[code]!, part.length, base),
      tests: 1,
      evidence:
        `${within[code]} of the ${part.length} rows in which it is not ${JSON.stringify(shorten(feature.values[usual]!))} have the ` +
        `answer ${JSON.stringify(shorten(target.classes[code]!))}; ${percent(base)} of all rows do`,
    },
  ];
}

/** How often each class occurs with each value of the feature. */
function countPairs(feature: Feature, target: Target): readonly Uint32Array[] {
  const counts = feature.values.map(() => new Uint32Array(target.classes.length));
  for (let row = 0; row < target.codes.length; row += 1) counts[feature.codes[row]!]![target.codes[row]!]! += 1;
  return counts;
}

function countClasses({ codes, classes }: Target, rows?: Uint32Array): Uint32Array {
  const counts = new Uint32Array(classes.length);
  if (rows === undefined) for (const code of codes) counts[code]! += 1;
  else for (const row of rows) counts[codes[row]!]! += 1;
  return counts;
}

function mostCommonWithout(counts: Uint32Array, left: number): number {
  let best = -1;
  let most = -1;
  for (let code = 0; code < counts.length; code += 1) {
    const count = counts[code]! - (code === left ? 1 : 0);
    // A tie counts against the class that was left out.
    if (count > most || (count === most && best === left)) [best, most] = [code, count];
  }
  return best;
}

/** Not `Math.max(...)`, which fails on long arrays. */
export const largest = (counts: Uint32Array): number => counts.reduce((most, count) => Math.max(most, count), 0);

export const percent = (share: number): string => `${(100 * share).toFixed(share > 0.99 && share < 1 ? 1 : 0)} %`;

export const shorten = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text);
