/** A number of about 106 bits: the unevaluated sum of a double and a much smaller one. */
export type DoubleDouble = readonly [high: number, low: number];

/** left + right without any loss. */
export function exactSum(left: number, right: number): DoubleDouble {
  const sum = left + right;
  const share = sum - left;
  return [sum, left - (sum - share) + (right - share)];
}

/** left x right without any loss, unless the product over- or underflows. */
export function exactProduct(left: number, right: number): DoubleDouble {
  const product = left * right;
  const [leftHigh, leftLow] = halves(left);
  const [rightHigh, rightLow] = halves(right);
  return [product, leftLow * rightLow - (product - leftHigh * rightHigh - leftLow * rightHigh - leftHigh * rightLow)];
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

/** The sum when `large` is the larger one. */
function quickSum(large: number, small: number): DoubleDouble {
  const sum = large + small;
  return [sum, small - (sum - large)];
}

/** Two numbers of at most 26 bits that make up a double. */
function halves(value: number): DoubleDouble {
  const scaled = value * 134217729;
  const high = scaled - (scaled - value);
  return [high, value - high];
}
