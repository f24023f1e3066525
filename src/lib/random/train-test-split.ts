import { NumpyRandomState } from "./numpy-random-state.ts";
import { redrawnTestShare } from "./redraw.ts";

/**
 * Sizes of the two parts: a number below 1 is a fraction of the rows, a whole number is a count. If only one size is
 * given, the other part takes the rest; if none is, the test part takes a quarter.
 */
export interface TrainTestSplitOptions {
  readonly testSize?: number;
  readonly trainSize?: number;
  readonly seed: number;
}

/** Row numbers of both parts, in the order in which scikit-learn returns the rows. */
interface TrainTestSplit {
  readonly train: Uint32Array;
  readonly test: Uint32Array;
}

/**
 * `sklearn.model_selection.train_test_split(range(count), ...)` without stratification: the test part is the beginning
 * of one permutation. A fraction of test rows is rounded up, of train rows down. Throws where scikit-learn does: a size
 * out of range, sizes that add up to more rows than there are, an empty train part. Under `withRedraw`, both sizes follow
 * from its share of test rows, and a single row is for training.
 */
export function trainTestSplit(count: number, options: TrainTestSplitOptions): TrainTestSplit {
  const share = redrawnTestShare();
  const { trainCount, testCount } = share === undefined ? partSizes(count, options) : sharedOut(count, share);
  const order = new NumpyRandomState(options.seed).permutation(count);
  return { test: order.slice(0, testCount), train: order.slice(testCount, testCount + trainCount) };
}

function sharedOut(count: number, testShare: number) {
  const testCount = Math.max(0, Math.min(Math.ceil(testShare * count), count - 1));
  return { trainCount: count - testCount, testCount };
}

function partSizes(count: number, { testSize, trainSize }: TrainTestSplitOptions) {
  if (testSize === undefined && trainSize === undefined) testSize = 0.25;
  requireSize("testSize", testSize, count);
  requireSize("trainSize", trainSize, count);
  if (isShare(testSize) && isShare(trainSize) && testSize + trainSize > 1) {
    throw new RangeError(`testSize ${testSize} and trainSize ${trainSize} add up to more than 1`);
  }
  const testRows = isShare(testSize) ? Math.ceil(testSize * count) : testSize;
  const trainRows = isShare(trainSize) ? Math.floor(trainSize * count) : trainSize;
  const testCount = testRows ?? count - trainRows!;
  const trainCount = trainRows ?? count - testRows!;
  if (trainCount + testCount > count) {
    throw new RangeError(`${testCount} test and ${trainCount} train rows are more than ${count} rows`);
  }
  if (trainCount === 0) {
    throw new RangeError(`no train rows: ${count} rows with testSize ${testSize} and trainSize ${trainSize}`);
  }
  return { trainCount, testCount };
}

function isShare(size: number | undefined): size is number {
  return size !== undefined && size < 1;
}

function requireSize(name: string, size: number | undefined, count: number): void {
  if (size === undefined) return;
  const valid = size > 0 && (size < 1 || (Number.isInteger(size) && size < count));
  if (!valid) {
    throw new RangeError(`${name} is ${size}, expected a fraction in (0, 1) or a whole number from 1 to ${count - 1}`);
  }
}
