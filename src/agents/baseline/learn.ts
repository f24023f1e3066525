import { QuickRandom } from "../../lib/random/quick-random.ts";
import { binColumns } from "./bin-columns.ts";
import { boost } from "./boost.ts";
import { type Features, sparseFeatures } from "./features.ts";
import { fitLinear } from "./linear.ts";
import { meanLoss, type Objective } from "./objective.ts";
import { lagColumns } from "./time-features.ts";

export interface LearnOptions {
  readonly seed: number;
  readonly deadline: number;
}

/** What was learned: predictions of the test rows, and how it was found. */
export interface Learned {
  readonly prediction: Float64Array;
  /** Loss on training rows that were set aside: log loss, or root mean squared error. */
  readonly loss: number;
  /** The share of boosted trees in the blend; the rest is a linear model. */
  readonly treeShare: number;
  readonly rounds: number;
}

const mostRounds = 600;
const mostEpochs = 25;
const heldOut = 0.2;

/**
 * Learns from the training rows and predicts the test rows. A fifth of the training rows (the last days of a series) is
 * set aside to choose how long to learn and how to blend trees with a linear model; then both learn from all rows.
 */
export function learn(
  features: Features,
  truth: Float64Array,
  objective: Objective,
  { seed, deadline }: LearnOptions,
): Learned {
  const started = Date.now();
  const { series } = features;
  const lags = series !== null && objective.kind === "number" ? lagColumns(series, truth) : [];
  const columns = [...features.columns, ...lags];
  // Trees cannot follow growth: they learn how far a series is from its recent level.
  const level = lags[0]?.map((value) => (value > 0 ? value : Number.NaN)) ?? null;
  const isLearned = (row: number): boolean =>
    !Number.isNaN(truth[row]!) && (level === null || !Number.isNaN(level[row]!));
  const goal = level === null ? truth : truth.map((value, row) => value / level[row]!);
  const rows = Uint32Array.from(truth.keys()).filter(isLearned);
  const { kept, aside } = setAside(rows, features, seed);

  const binned = binColumns(columns, truth.length);
  const sparse = sparseFeatures({ ...features, columns }, truth.length);
  const until = (share: number): number => started + share * (deadline - started);
  const tree = (from: Uint32Array, watched: Uint32Array, rounds: number, end: number) =>
    boost(binned, goal, from, objective, { seed, rounds, watched, deadline: end });
  const line = (from: Uint32Array, watched: Uint32Array, epochs: number, end: number) =>
    fitLinear(sparse, goal, from, objective, { seed, epochs, watched, ridge: 1e-4, deadline: end });

  const trials = {
    line: line(kept, aside, mostEpochs, until(0.15)),
    tree: tree(kept, aside, mostRounds, until(0.5)),
  };
  const blends = Array.from({ length: 11 }, (_, tenth) => {
    const prediction = blend(trials.tree.prediction, trials.line.prediction, tenth / 10);
    return { treeShare: tenth / 10, loss: meanLoss(objective, goal, prediction, aside) };
  });
  const best = blends.reduce((a, b) => (b.loss < a.loss ? b : a));

  const none = new Uint32Array();
  // With a quarter more rows, a few more rounds pay off.
  const rounds = Math.max(1, Math.ceil(trials.tree.rounds * 1.1));
  const final = blend(
    best.treeShare === 0 ? trials.tree.prediction : tree(rows, none, rounds, until(0.92)).prediction,
    best.treeShare === 1 ? trials.line.prediction : line(rows, none, trials.line.epochs, until(0.97)).prediction,
    best.treeShare,
  );
  const scaled =
    level === null ? final : final.map((value, row) => value * (Number.isNaN(level[row]!) ? 1 : level[row]!));
  const outputs = objective.kind === "number" ? 1 : objective.classes;
  return {
    prediction: scaled.slice(truth.length * outputs),
    loss: objective.kind === "number" ? Math.sqrt(best.loss) : best.loss,
    treeShare: best.treeShare,
    rounds: trials.tree.rounds,
  };
}

function blend(trees: Float64Array, line: Float64Array, treeShare: number): Float64Array {
  return trees.map((value, index) => treeShare * value + (1 - treeShare) * line[index]!);
}

/** Rows to learn from and rows to watch: the last days of a series, any others otherwise. */
function setAside(rows: Uint32Array, { series }: Features, seed: number): { kept: Uint32Array; aside: Uint32Array } {
  if (series !== null) {
    const last = rows.reduce((day, row) => Math.max(day, series.days[row]!), -Infinity);
    const isLate = (row: number): boolean => series.days[row]! > last - series.horizon;
    return { kept: rows.filter((row) => !isLate(row)), aside: rows.filter(isLate) };
  }
  const order = new QuickRandom(seed).permutation(rows.length);
  const count = Math.max(1, Math.floor(rows.length * heldOut));
  const pick = (from: number, to: number): Uint32Array => order.slice(from, to).map((index) => rows[index]!);
  return { kept: pick(count, rows.length), aside: pick(0, count) };
}
