import type { Features } from "../features/build-features.ts";
import { sparseFeatures } from "../features/sparse-features.ts";
import { lagColumns } from "../features/time-features.ts";
import { type BinnedColumns, binColumns } from "./bin-columns.ts";
import { boost } from "./boost.ts";
import { fitLinear } from "./linear.ts";
import { meanLoss, type Objective, outputsOf } from "./objective.ts";
import { setAside } from "./set-aside.ts";
import type { SparseRows } from "./sparse-rows.ts";

export interface LearnOptions {
  readonly seed: number;
  readonly deadline: number;
}

/** What was learned, and how it was found. */
export interface Learned {
  /** Predictions for the test rows, row by row, by models that have not seen the rows set aside. */
  readonly prediction: Float64Array;
  /** Trains on all rows and predicts the test rows again; returns the first prediction if time runs out. */
  readonly learnAgain: () => Float64Array;
  /** The training rows set aside, and the predictions for them. */
  readonly aside: Uint32Array;
  readonly asidePrediction: Float64Array;
  /** Loss on the rows set aside: log loss, or root mean squared error. */
  readonly loss: number;
  /** The share of boosted trees in the blend; the rest is a linear model. */
  readonly treeShare: number;
  readonly rounds: number;
}

/** The features as the two kinds of models want them. */
export interface Matrix {
  readonly binned: BinnedColumns;
  readonly sparse: SparseRows;
}

const mostRounds = 600;
const mostEpochs = 25;

export function matrixOf({ hashed, trainRows }: Features, columns: readonly Float64Array[]): Matrix {
  return { binned: binColumns(columns, trainRows), sparse: sparseFeatures(columns, hashed, trainRows) };
}

/**
 * Learns from the training rows and predicts the test rows. A fifth of the training rows (the last days of a series) is
 * set aside to choose how long to learn and how to blend trees with a linear model.
 */
export function learn(
  features: Features,
  matrix: Matrix,
  truth: Float64Array,
  objective: Objective,
  { seed, deadline }: LearnOptions,
): Learned {
  const started = Date.now();
  const { series, isUsable } = features;
  const lags = series !== null && objective.kind === "number" ? lagColumns(series, truth) : [];
  const { binned, sparse } = lags.length === 0 ? matrix : matrixOf(features, [...features.columns, ...lags]);
  // Trees cannot follow growth: they learn how far a series is from its recent level.
  const level = lags[0]?.map((value) => (value > 0 ? value : Number.NaN)) ?? null;
  const isLearned = (row: number): boolean =>
    !Number.isNaN(truth[row]!) && (level === null || !Number.isNaN(level[row]!)) && isUsable?.[row] !== 0;
  const goal = level === null ? truth : truth.map((value, row) => value / level[row]!);
  const rows = Uint32Array.from(truth.keys()).filter(isLearned);
  const { kept, aside } = setAside(rows, series, seed);

  const until = (share: number): number => started + share * (deadline - started);
  const tree = (from: Uint32Array, watched: Uint32Array, rounds: number, end: number) =>
    boost(binned, goal, from, objective, { seed, rounds, watched, deadline: end });
  const wanted = Uint32Array.from({ length: binned.rows - truth.length }, (_, row) => truth.length + row);
  const line = (from: Uint32Array, watched: Uint32Array, epochs: number, end: number) =>
    fitLinear(sparse, goal, from, objective, { seed, epochs, watched, wanted, ridge: 1e-4, deadline: end });

  const trials = {
    line: line(kept, aside, mostEpochs, until(0.15)),
    tree: tree(kept, aside, mostRounds, until(0.5)),
  };
  const outputs = outputsOf(objective);
  const seen = {
    tree: pickRows(trials.tree.prediction, aside, outputs),
    line: pickRows(trials.line.prediction, aside, outputs),
    goal: pickRows(goal, aside, 1),
    rows: Uint32Array.from(aside.keys()),
  };
  const blends = Array.from({ length: 11 }, (_, tenth) => {
    const prediction = blend(seen.tree, seen.line, tenth / 10);
    return { prediction, treeShare: tenth / 10, loss: meanLoss(objective, seen.goal, prediction, seen.rows) };
  });
  // The loss is NaN if the linear model diverged.
  const best = blends.reduce((a, b) => (b.loss < a.loss || Number.isNaN(a.loss) ? b : a));

  const { treeShare } = best;
  const scale = (values: Float64Array, rows: (index: number) => number): Float64Array =>
    level === null ? values : values.map((value, index) => value * (level[rows(index)]! || 1));
  const predictTest = (trees: Float64Array, lines: Float64Array): Float64Array => {
    const test = (values: Float64Array): Float64Array => values.subarray(truth.length * outputs);
    return scale(blend(test(trees), test(lines), treeShare), (index) => truth.length + index);
  };
  const learnAgain = (): Float64Array => {
    // With a quarter more rows, a few more rounds pay off.
    const rounds = Math.max(1, Math.ceil(trials.tree.rounds * 1.1));
    const none = new Uint32Array();
    const trees = treeShare === 0 ? trials.tree : tree(rows, none, rounds, until(0.92));
    const lines = treeShare === 1 ? trials.line : line(rows, none, trials.line.epochs, until(0.97));
    // A model that ran out of time is not the one that was judged.
    return predictTest(
      (trees.isWhole ? trees : trials.tree).prediction,
      (lines.isWhole ? lines : trials.line).prediction,
    );
  };
  return {
    prediction: predictTest(trials.tree.prediction, trials.line.prediction),
    learnAgain,
    aside,
    asidePrediction: scale(best.prediction, (index) => aside[index]!),
    loss: objective.kind === "number" ? Math.sqrt(best.loss) : best.loss,
    treeShare,
    rounds: trials.tree.rounds,
  };
}

function blend(trees: Float64Array, line: Float64Array, treeShare: number): Float64Array {
  if (treeShare === 0 || treeShare === 1) return treeShare === 1 ? trees : line;
  return trees.map((value, index) => treeShare * value + (1 - treeShare) * line[index]!);
}

function pickRows(values: Float64Array, rows: Uint32Array, outputs: number): Float64Array {
  return Float64Array.from({ length: rows.length * outputs }, (_, index) => {
    return values[rows[Math.floor(index / outputs)]! * outputs + (index % outputs)]!;
  });
}
