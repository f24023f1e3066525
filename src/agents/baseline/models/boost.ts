import { QuickRandom } from "../../../lib/random/quick-random.ts";
import type { BinnedColumns } from "./bin-columns.ts";
import { growTree, predictTree } from "./grow-tree.ts";
import { meanLoss, type Objective, outputsOf, softmaxRow } from "./objective.ts";

export interface BoostOptions {
  readonly seed: number;
  /** Most rounds; fewer when the loss on `watched` stops falling or time runs out. */
  readonly rounds: number;
  /** Milliseconds since 1970. */
  readonly deadline: number;
  /** Rows that are not learned from but tell when to stop; without any, all rounds are made. */
  readonly watched: Uint32Array;
}

export interface Boosted {
  /** For every row, learned from or not: values or probabilities, row by row. */
  readonly prediction: Float64Array;
  readonly rounds: number;
  /** False if time ran out first. */
  readonly isWhole: boolean;
}

const rate = 0.08;
const patience = 25;
const watchEvery = 5;
/** Below this log loss, more rounds only make the model more certain. */
const goodEnough = 0.005;
const tree = { leaves: 16, fewestRows: 10, shrinkage: 1 };
/** Share of the columns that a tree looks at; of many columns fewer suffice. */
const columnShare = (columns: number): number => (columns > 100 ? 0.3 : 0.8);

/**
 * Gradient boosting with histograms: each round adds a small tree (one per class) along the gradient of the loss.
 * Twin: scikit-learn's `HistGradientBoosting`. The truth is a value or a class number for each training row.
 */
export function boost(
  columns: BinnedColumns,
  truth: Float64Array,
  rows: Uint32Array,
  objective: Objective,
  options: BoostOptions,
): Boosted {
  const random = new QuickRandom(options.seed);
  const outputs = outputsOf(objective);
  const raw = startingValues(columns.rows, truth, rows, objective);
  const [gradients, curvatures] = [new Float64Array(columns.rows), new Float64Array(columns.rows)];
  let best = { loss: Infinity, rounds: 0, raw };
  let round = 0;
  // A round that would end too late is not started.
  let [begun, longest] = [Date.now(), 0];
  while (round < options.rounds && begun + longest < options.deadline) {
    const current = asPrediction(raw, objective);
    for (let output = 0; output < outputs; output += 1) {
      for (const row of rows) {
        const value = current[row * outputs + output]!;
        const wanted = objective.kind === "number" ? truth[row]! : truth[row] === output ? 1 : 0;
        gradients[row] = value - wanted;
        curvatures[row] = objective.kind === "number" ? 1 : Math.max(1e-6, value * (1 - value));
      }
      const features = [...columns.codes.keys()].filter(() => random.chance(columnShare(columns.codes.length)));
      const sampled = rows.filter(() => random.chance(0.8));
      const grown = growTree(columns, sampled, gradients, curvatures, { ...tree, features });
      for (let row = 0; row < columns.rows; row += 1) {
        raw[row * outputs + output]! += rate * predictTree(grown, columns, row);
      }
    }
    round += 1;
    longest = Math.max(longest, Date.now() - begun);
    begun = Date.now();
    if (options.watched.length === 0 || round % watchEvery !== 0) continue;
    const loss = meanLoss(objective, truth, asPrediction(raw, objective), options.watched);
    if (loss < best.loss) best = { loss, rounds: round, raw: Float64Array.from(raw) };
    else if (round - best.rounds >= patience) break;
    if (objective.kind === "classes" && loss < goodEnough) break;
  }
  const chosen = best.loss < Infinity ? best : { rounds: round, raw };
  const isWhole = round === options.rounds;
  return { prediction: asPrediction(chosen.raw, objective), rounds: chosen.rounds, isWhole };
}

function startingValues(all: number, truth: Float64Array, rows: Uint32Array, objective: Objective): Float64Array {
  if (objective.kind === "number") {
    let sum = 0;
    for (const row of rows) sum += truth[row]!;
    return new Float64Array(all).fill(sum / rows.length);
  }
  const counts = new Float64Array(objective.classes).fill(1);
  for (const row of rows) counts[truth[row]!]! += 1;
  return Float64Array.from({ length: all * counts.length }, (_, index) => Math.log(counts[index % counts.length]!));
}

function asPrediction(raw: Float64Array, objective: Objective): Float64Array {
  if (objective.kind === "number") return raw;
  const prediction = Float64Array.from(raw);
  for (let start = 0; start < raw.length; start += objective.classes) {
    softmaxRow(prediction, start, objective.classes);
  }
  return prediction;
}
