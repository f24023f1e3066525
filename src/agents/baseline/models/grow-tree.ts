import { type BinnedColumns, mostBins } from "./bin-columns.ts";

/** A regression tree over binned columns: rows whose code is at most the split's go left. */
export interface Tree {
  readonly features: readonly number[];
  readonly splits: readonly number[];
  /** Children of each split: another split, or `-1 - leaf`. */
  readonly left: readonly number[];
  readonly right: readonly number[];
  readonly values: readonly number[];
}

export interface TreeOptions {
  readonly leaves: number;
  readonly fewestRows: number;
  /** Pulls the values of leaves with little evidence towards zero. */
  readonly shrinkage: number;
  /** The columns that this tree may split on. */
  readonly features: readonly number[];
}

interface Leaf {
  readonly rows: Uint32Array;
  readonly histogram: Float64Array;
  readonly gradient: number;
  readonly curvature: number;
  readonly best: { readonly feature: number; readonly split: number; readonly gain: number } | null;
  /** Where the parent points to this leaf. */
  readonly parent: number;
  readonly isLeft: boolean;
}

const width = mostBins + 1;
/** Sums of gradients and curvatures, and the number of rows. */
const sums = 3;

/**
 * Grows a tree leaf by leaf, always splitting where the loss falls most, from gradients and curvatures of the loss. The
 * smaller half of a split is counted, the larger one is what remains: as LightGBM does it.
 */
export function growTree(
  { codes }: BinnedColumns,
  rows: Uint32Array,
  gradients: Float64Array,
  curvatures: Float64Array,
  options: TreeOptions,
): Tree {
  const { features, shrinkage } = options;
  const count = (chosen: Uint32Array): Float64Array => {
    const histogram = new Float64Array(features.length * width * sums);
    for (const [position, feature] of features.entries()) {
      const column = codes[feature]!;
      const base = position * width;
      for (let index = 0; index < chosen.length; index += 1) {
        const row = chosen[index]!;
        const at = (base + column[row]!) * sums;
        histogram[at]! += gradients[row]!;
        histogram[at + 1]! += curvatures[row]!;
        histogram[at + 2]! += 1;
      }
    }
    return histogram;
  };
  const makeLeaf = (chosen: Uint32Array, histogram: Float64Array, parent: number, isLeft: boolean): Leaf => {
    let [gradient, curvature] = [0, 0];
    for (const row of chosen) {
      gradient += gradients[row]!;
      curvature += curvatures[row]!;
    }
    const best = findSplit(histogram, { gradient, curvature, rows: chosen.length }, options);
    return { rows: chosen, histogram, gradient, curvature, best, parent, isLeft };
  };

  const tree = { features: [] as number[], splits: [] as number[], left: [] as number[], right: [] as number[] };
  const leaves = [makeLeaf(rows, count(rows), -1, true)];
  const point = ({ parent, isLeft }: Leaf, to: number): void => {
    if (parent >= 0) (isLeft ? tree.left : tree.right)[parent] = to;
  };
  while (leaves.length < options.leaves) {
    const at = bestLeaf(leaves);
    if (at < 0) break;
    const leaf = leaves[at]!;
    const { feature, split } = leaf.best!;
    const column = codes[features[feature]!]!;
    const goesLeft = leaf.rows.filter((row) => column[row]! <= split);
    const goesRight = leaf.rows.filter((row) => column[row]! > split);
    const smaller = goesLeft.length < goesRight.length ? goesLeft : goesRight;
    const counted = count(smaller);
    // The parent's histogram is no longer needed: it becomes the larger half's.
    const remaining = leaf.histogram;
    for (let index = 0; index < remaining.length; index += 1) remaining[index]! -= counted[index]!;
    const node = tree.features.length;
    point(leaf, node);
    tree.features.push(features[feature]!);
    tree.splits.push(split);
    tree.left.push(0);
    tree.right.push(0);
    leaves[at] = makeLeaf(goesLeft, smaller === goesLeft ? counted : remaining, node, true);
    leaves.push(makeLeaf(goesRight, smaller === goesRight ? counted : remaining, node, false));
  }
  for (const [index, leaf] of leaves.entries()) point(leaf, -1 - index);
  return { ...tree, values: leaves.map(({ gradient, curvature }) => -gradient / (curvature + shrinkage)) };
}

function bestLeaf(leaves: readonly Leaf[]): number {
  let [at, gain] = [-1, 0];
  for (const [index, { best }] of leaves.entries()) {
    if (best !== null && best.gain > gain) [at, gain] = [index, best.gain];
  }
  return at;
}

function findSplit(
  histogram: Float64Array,
  total: { readonly gradient: number; readonly curvature: number; readonly rows: number },
  { fewestRows, shrinkage, features }: TreeOptions,
): Leaf["best"] {
  if (total.rows < 2 * fewestRows) return null;
  const score = (gradient: number, curvature: number): number => (gradient * gradient) / (curvature + shrinkage);
  const before = score(total.gradient, total.curvature);
  let best: Leaf["best"] = null;
  for (let feature = 0; feature < features.length; feature += 1) {
    let [gradient, curvature, rows] = [0, 0, 0];
    for (let split = 0; split < mostBins; split += 1) {
      const at = (feature * width + split) * sums;
      gradient += histogram[at]!;
      curvature += histogram[at + 1]!;
      rows += histogram[at + 2]!;
      if (rows < fewestRows) continue;
      if (total.rows - rows < fewestRows) break;
      const gain = score(gradient, curvature) + score(total.gradient - gradient, total.curvature - curvature) - before;
      if (gain > (best?.gain ?? 1e-9)) best = { feature, split, gain };
    }
  }
  return best;
}

/** The leaf's value for one row. */
export function predictTree(tree: Tree, { codes }: BinnedColumns, row: number): number {
  if (tree.features.length === 0) return tree.values[0]!;
  let node = 0;
  do node = codes[tree.features[node]!]![row]! <= tree.splits[node]! ? tree.left[node]! : tree.right[node]!;
  while (node >= 0);
  return tree.values[-1 - node]!;
}
