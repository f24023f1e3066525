/** A number with about 106 bits of precision: the unevaluated sum of a double and a much smaller one. */
export type DoubleDouble = readonly [high: number, low: number];

/** left + right, exactly. */
export function exactSum(left: number, right: number): DoubleDouble {
  const sum = left + right;
  const share = sum - left;
  return [sum, left - (sum - share) + (right - share)];
}

/** left x right, exactly, unless the product over- or underflows. */
export function exactProduct(left: number, right: number): DoubleDouble {
  const product = left * right;
  return [product, productError(left, right, product)];
}

/** What rounding took from a product: `left x right - product`, exactly (Dekker's method, from halves of 26 bits). */
export function productError(left: number, right: number, product: number): number {
  const leftHigh = upperHalf(left);
  const leftLow = left - leftHigh;
  const rightHigh = upperHalf(right);
  const rightLow = right - rightHigh;
  return leftLow * rightLow - (product - leftHigh * rightHigh - leftLow * rightHigh - leftHigh * rightLow);
}

/** left - right to about 106 bits. */
export function subtract(left: DoubleDouble, right: DoubleDouble): DoubleDouble {
  const [high, low] = exactSum(left[0], -right[0]);
  const [smallHigh, smallLow] = exactSum(left[1], -right[1]);
  const [sum, rest] = quickSum(high, low + smallHigh);
  return quickSum(sum, rest + smallLow);
}

/** left x right to about 106 bits. */
export function multiply(left: DoubleDouble, right: DoubleDouble): DoubleDouble {
  const [high, low] = exactProduct(left[0], right[0]);
  return quickSum(high, low + (left[0] * right[1] + left[1] * right[0]));
}

/** left / right to about 104 bits. */
export function divide(left: DoubleDouble, right: DoubleDouble): DoubleDouble {
  const first = left[0] / right[0];
  const [high, low] = exactProduct(first, right[0]);
  return quickSum(first, (left[0] - high - low + left[1] - first * right[1]) / right[0]);
}

/** The exact sum of two numbers, the larger given first. */
function quickSum(large: number, small: number): DoubleDouble {
  const sum = large + small;
  return [sum, small - (sum - large)];
}

/** The upper 26 bits of a double's mantissa; the rest fits in 26 bits too. */
function upperHalf(value: number): number {
  const scaled = value * splitter;
  return scaled - (scaled - value);
}

const splitter = 2 ** 27 + 1;
