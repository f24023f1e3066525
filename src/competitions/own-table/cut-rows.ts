import { textAt } from "../../frame/as-text.ts";
import type { Column } from "../../frame/column.ts";
import { groupBy } from "../../lib/group-by.ts";
import { NumpyRandomState } from "../../lib/random/numpy-random-state.ts";
import { trainTestSplit } from "../../lib/random/train-test-split.ts";

export interface CutOptions {
  /** The share of rows for the test part. */
  readonly holdout: number;
  readonly seed: number;
  /** Whether each class is cut for itself, so that both parts have it where it has two rows. */
  readonly byClass: boolean;
}

interface Parts {
  readonly train: Uint32Array;
  readonly test: Uint32Array;
}

/** Row numbers of both parts, in random order: what was sorted by the target gives nothing away. */
export function cutRows(target: Column, options: CutOptions): Parts {
  const parts = options.byClass ? cutByClass(target, options) : null;
  // Where all classes are tiny, none of them has a row to spare.
  return parts === null || parts.test.length === 0 ? cut(target.length, 1, options) : parts;
}

function cutByClass(target: Column, options: CutOptions): Parts {
  const rows = Array.from({ length: target.length }, (_, row) => row);
  const classes = [...groupBy(rows, (row) => textAt(target, row)).values()];
  // Most metrics of two classes need both of them.
  const least = classes.length === 2 ? 1 : 0;
  const parts = classes.map((members) => {
    const { train, test } = cut(members.length, least, options);
    const pick = (chosen: Uint32Array): number[] => Array.from(chosen, (at) => members[at]!);
    return { train: pick(train), test: pick(test) };
  });
  const random = new NumpyRandomState(options.seed);
  const mixed = (lists: readonly number[][]): Uint32Array => {
    const all = Uint32Array.from(lists.flat());
    random.shuffle(all);
    return all;
  };
  return { train: mixed(parts.map(({ train }) => train)), test: mixed(parts.map(({ test }) => test)) };
}

/** Leaves at least one row for training. */
function cut(count: number, least: number, { holdout, seed }: CutOptions): Parts {
  const testSize = Math.min(count - 1, Math.max(least, Math.round(holdout * count)));
  if (testSize > 0) return trainTestSplit(count, { testSize, seed });
  return { train: Uint32Array.from({ length: count }, (_, row) => row), test: new Uint32Array() };
}
