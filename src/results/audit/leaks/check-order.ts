import { argsort } from "../../../lib/numeric/argsort.ts";
import type { AlignedTable } from "./align-table.ts";
import type { AnswerSheet } from "./answer-sheet.ts";
import { type Association, associate } from "./association.ts";
import { type Feature, numericFeature } from "./feature.ts";
import { logBinomialTail } from "./probability.ts";
import type { Suspicions } from "./suspicions.ts";
import type { Target } from "./target.ts";

const howToCheck =
  "Sort the test set by its answers and by this order, side by side. If they agree, shuffle rows and rename ids.";

/** Whether the order of rows, or of ids, is the order of the answers. */
export function checkOrder(tables: readonly AlignedTable[], sheet: AnswerSheet, suspicions: Suspicions): void {
  // Several rows per id are a series, which follows its own course.
  if (!sheet.isUnique) return;
  const orders = tables.map(({ path, rows }) => ({
    where: `public/${path}`,
    name: "the order of rows",
    values: placesOf(rows),
  }));
  orders.push({ where: `the ids (${sheet.idName})`, name: "the order of ids", values: ranksOf(sheet.ids) });
  const seen = new Set<string>();
  for (const { where, name, values } of orders) {
    if (seen.has(values.subarray(0, 1000).join())) continue;
    seen.add(values.subarray(0, 1000).join());
    suspicions.compare(
      numericFeature(name, values),
      sheet.targets,
      {
        check: "telling-order",
        where,
        least: 0.5,
        describe: (target) => `In ${where}, ${name} tells ${target}.`,
        howToCheck,
      },
      associateOrder,
    );
  }
}

/**
 * Agreement of an order with answers. Neighbours in series resemble each other, so that there are fewer independent rows than
 * rows: as many as there are stretches of equal answers.
 */
export function associateOrder(order: Feature, target: Target): Association[] {
  const found = associate(order, target).filter(({ measure }) => measure === "AUC" || measure === "rank correlation");
  // A moderate correlation with the order is what a series has.
  if (target.kind !== "class") return found.map((each) => (each.strength >= 0.9 ? each : { ...each, strength: 0 }));
  const stretches = countStretches(order, target);
  if (stretches === null) return found;
  const share = Math.min(1, stretches.found / stretches.expected);
  const corrected = found.map((each) =>
    each.strength >= 0.95 ? each : { ...each, logChance: each.logChance * share },
  );
  return [...corrected, ...sortedByClass(target, stretches)];
}

interface Stretches {
  readonly rows: number;
  readonly found: number;
  readonly expected: number;
  /** The chance that two neighbours have the same class. */
  readonly same: number;
}

function countStretches({ numbers }: Feature, { codes, classes }: Target): Stretches | null {
  const rows = argsort(numbers!).filter((row) => !Number.isNaN(numbers![row]));
  if (rows.length < 30) return null;
  const counts = new Float64Array(classes.length);
  let found = 1;
  for (const [place, row] of rows.entries()) {
    counts[codes[row]!]! += 1;
    if (place > 0 && codes[row] !== codes[rows[place - 1]!]) found += 1;
  }
  const same = counts.reduce((sum, count) => sum + (count / rows.length) ** 2, 0);
  return { rows: rows.length, found, expected: 1 + (rows.length - 1) * (1 - same), same };
}

/** Whether the rows come class by class, whatever the order of the classes. */
function sortedByClass({ name, classes }: Target, { rows, found, expected, same }: Stretches): Association[] {
  const strength = Math.max(0, (expected - found) / (expected - classes.length));
  if (expected < 3 * classes.length || strength < 0.95) return [];
  return [
    {
      measure: "accuracy",
      target: name,
      strength,
      logChance: logBinomialTail(rows - found, rows - 1, same),
      tests: 1,
      evidence: `${rows} rows have ${found} stretches of equal answers; about ${Math.round(expected)} are expected in random order`,
    },
  ];
}

function placesOf(rows: Int32Array): Float64Array {
  return Float64Array.from(rows, (row) => (row < 0 ? Number.NaN : row));
}

/** The place of each id among all of them, in numeric order if they are numbers. */
function ranksOf(ids: readonly string[]): Float64Array {
  const sorted = [...ids.keys()].sort((a, b) => ids[a]!.localeCompare(ids[b]!, "en", { numeric: true }));
  const ranks = new Float64Array(ids.length);
  for (const [rank, row] of sorted.entries()) ranks[row] = rank;
  return ranks;
}
