/** Pearson's correlation of two lists of ranks of the same length, which is Spearman's of what they rank. NaN if one is constant. */
export function correlateRanks(a: Float64Array, b: Float64Array): number {
  const middle = (a.length + 1) / 2;
  let [products, squaresA, squaresB] = [0, 0, 0];
  for (let row = 0; row < a.length; row += 1) {
    const [x, y] = [a[row]! - middle, b[row]! - middle];
    products += x * y;
    squaresA += x * x;
    squaresB += y * y;
  }
  return products / Math.sqrt(squaresA * squaresB);
}
