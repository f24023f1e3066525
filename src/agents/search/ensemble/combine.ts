import { argsort } from "../../../lib/numeric/argsort.ts";
import { ranks } from "../../../lib/numeric/ranks.ts";
import type { AlignedPredictions, TargetColumn } from "./align-members.ts";
import type { PredictionTable } from "./prediction-table.ts";

/**
 * How numbers are combined. `mean`: their weighted mean. `rounded mean`: the nearest whole number. `rank mean`: the weighted
 * mean of their ranks, on the scale of the first member's values. `vote`: the value with the most weight.
 */
export type Method = "mean" | "rounded mean" | "rank mean" | "vote";

/** A combination. Members are in the order of the files; a weight of 0 leaves one out. */
export interface Recipe {
  readonly method: Method;
  readonly weights: readonly number[];
}

/** A recipe in words, such as `mean of experiment_1 (2) and experiment_4 (1)`. */
export function describeRecipe({ method, weights }: Recipe, members: readonly string[]): string {
  const used = members.flatMap((member, index) => (weights[index]! > 0 ? [`${member} (${weights[index]})`] : []));
  return `${method} of ${used.slice(0, -1).join(", ")} and ${used.at(-1)}`;
}

/** The methods that make sense for these columns. Texts are voted on in any case. */
export function methodsFor({ targets }: AlignedPredictions): Method[] {
  const numeric = targets.filter(({ numbers }) => numbers !== null);
  if (numeric.length === 0) return ["vote"];
  return numeric.every(({ isWhole }) => isWhole)
    ? ["vote", "mean", "rounded mean", "rank mean"]
    : ["mean", "rank mean"];
}

export function combine({ header, ids, targets }: AlignedPredictions, { method, weights }: Recipe): PredictionTable {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const shares = weights.map((weight) => weight / total);
  return { header, columns: [...ids, ...targets.map((target) => combineColumn(target, method, shares))] };
}

function combineColumn({ cells, numbers }: TargetColumn, method: Method, shares: readonly number[]): string[] {
  if (numbers === null || method === "vote") return vote(cells, shares);
  if (method === "rank mean") return Array.from(rankMean(numbers, shares), String);
  const means = weightedMean(numbers, shares);
  return Array.from(method === "mean" ? means : means.map(Math.round), String);
}

function weightedMean(columns: readonly Float64Array[], shares: readonly number[]): Float64Array {
  const means = new Float64Array(columns[0]!.length);
  for (const [member, share] of shares.entries()) {
    if (share === 0) continue;
    const column = columns[member]!;
    for (let row = 0; row < means.length; row += 1) means[row]! += share * column[row]!;
  }
  return means;
}

/** The first member that counts lends its values, in the order of the mean ranks. */
function rankMean(columns: readonly Float64Array[], shares: readonly number[]): Float64Array {
  const ranked = columns.map((column, member) => (shares[member] === 0 ? column : ranks(column)));
  const order = argsort(weightedMean(ranked, shares));
  const scale = columns[shares.findIndex((share) => share > 0)]!.toSorted();
  const combined = new Float64Array(order.length);
  for (let place = 0; place < order.length; place += 1) combined[order[place]!] = scale[place]!;
  return combined;
}

/** Of values with the same weight, that of the earliest member wins. */
function vote(cells: readonly (readonly string[])[], shares: readonly number[]): string[] {
  return cells[0]!.map((_, row) => {
    const weights = new Map<string, number>();
    for (const [member, share] of shares.entries()) {
      if (share === 0) continue;
      const cell = cells[member]![row]!;
      weights.set(cell, (weights.get(cell) ?? 0) + share);
    }
    let [winner, most] = ["", 0];
    for (const [cell, weight] of weights) if (weight > most + 1e-12) [winner, most] = [cell, weight];
    return winner;
  });
}
