import { QuickRandom } from "../../../lib/random/quick-random.ts";
import { meanLoss, type Objective, outputsOf, softmaxRow } from "./objective.ts";
import type { SparseRows } from "./sparse-rows.ts";

export interface LinearOptions {
  readonly seed: number;
  readonly epochs: number;
  /** Strength of the pull of all weights towards zero. */
  readonly ridge: number;
  readonly deadline: number;
  /** Rows that are not learned from but tell when to stop; without any, all epochs are made. */
  readonly watched: Uint32Array;
  /** Rows to predict in addition. */
  readonly wanted: Uint32Array;
}

export interface LinearFit {
  /** Values or probabilities, row by row; 0 for rows that were neither wanted nor watched. */
  readonly prediction: Float64Array;
  readonly epochs: number;
  /** False if time ran out first. */
  readonly isWhole: boolean;
}

/** Sizes of first steps: classes overfit with large ones, numbers (of deviation 1) do not. Chosen on rows set aside. */
const rates = { number: 0.3, classes: 0.05 };

/**
 * Ridge regression, or logistic regression of several classes, on sparse rows: stochastic gradients whose steps shrink
 * for weights that moved much (AdaGrad). With watched rows the epoch with the lowest loss on them is kept.
 */
export function fitLinear(
  sparse: SparseRows,
  truth: Float64Array,
  rows: Uint32Array,
  objective: Objective,
  options: LinearOptions,
): LinearFit {
  const outputs = outputsOf(objective);
  const rate = rates[objective.kind];
  const scale = objective.kind === "number" ? spread(truth, rows) : { mean: 0, deviation: 1 };
  const random = new QuickRandom(options.seed);
  const weights = new Float64Array((sparse.width + 1) * outputs);
  const moved = new Float64Array(weights.length).fill(1e-2);
  const values = new Float64Array(outputs);
  const prediction = new Float64Array((sparse.starts.length - 1) * outputs);
  const predict = (some: Uint32Array): void => predictRows(sparse, weights, some, prediction, objective, scale);
  let best = { epochs: 0, loss: Infinity, weights };
  let epoch = 0;
  let isWhole = true;
  const step = (at: number, gradient: number): void => {
    moved[at]! += gradient * gradient;
    weights[at]! -= (rate * gradient) / Math.sqrt(moved[at]!);
  };
  while (epoch < options.epochs && isWhole) {
    for (const [turn, index] of random.permutation(rows.length).entries()) {
      // Half an epoch is better than none, and better than one that ends too late.
      if (turn % 512 === 511 && Date.now() > options.deadline) {
        isWhole = false;
        break;
      }
      const row = rows[index]!;
      evaluate(sparse, weights, row, values);
      if (objective.kind === "classes") softmaxRow(values, 0, outputs);
      for (let output = 0; output < outputs; output += 1) {
        const wanted =
          objective.kind === "number" ? (truth[row]! - scale.mean) / scale.deviation : truth[row] === output ? 1 : 0;
        const error = values[output]! - wanted;
        for (let entry = sparse.starts[row]!; entry < sparse.starts[row + 1]!; entry += 1) {
          const at = sparse.positions[entry]! * outputs + output;
          step(at, error * sparse.values[entry]! + options.ridge * weights[at]!);
        }
        step(sparse.width * outputs + output, error);
      }
    }
    epoch += 1;
    if (options.watched.length === 0) continue;
    predict(options.watched);
    const loss = meanLoss(objective, truth, prediction, options.watched);
    if (loss < best.loss) best = { epochs: epoch, loss, weights: weights.slice() };
    else if (epoch - best.epochs >= 6) break;
  }
  if (best.loss < Infinity) weights.set(best.weights);
  predict(options.watched);
  predict(options.wanted);
  return { prediction, epochs: best.loss < Infinity ? best.epochs : epoch, isWhole };
}

function evaluate(sparse: SparseRows, weights: Float64Array, row: number, values: Float64Array): void {
  const outputs = values.length;
  for (let output = 0; output < outputs; output += 1) values[output] = weights[sparse.width * outputs + output]!;
  for (let entry = sparse.starts[row]!; entry < sparse.starts[row + 1]!; entry += 1) {
    const at = sparse.positions[entry]! * outputs;
    for (let output = 0; output < outputs; output += 1) {
      values[output]! += weights[at + output]! * sparse.values[entry]!;
    }
  }
}

function predictRows(
  sparse: SparseRows,
  weights: Float64Array,
  rows: Uint32Array,
  prediction: Float64Array,
  objective: Objective,
  { mean, deviation }: { readonly mean: number; readonly deviation: number },
): void {
  const outputs = outputsOf(objective);
  for (const row of rows) {
    const values = prediction.subarray(row * outputs, (row + 1) * outputs);
    evaluate(sparse, weights, row, values);
    if (objective.kind === "classes") softmaxRow(values, 0, outputs);
    else values[0] = mean + deviation * values[0]!;
  }
}

function spread(truth: Float64Array, rows: Uint32Array): { mean: number; deviation: number } {
  let [sum, squares] = [0, 0];
  for (const row of rows) {
    sum += truth[row]!;
    squares += truth[row]! ** 2;
  }
  const mean = sum / rows.length;
  return { mean, deviation: Math.sqrt(Math.max(1e-12, squares / rows.length - mean * mean)) };
}
