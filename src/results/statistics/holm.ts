/** Holm's correction: the p-values to compare with 5 % when several comparisons are made at once. */
export function holm(pValues: readonly number[]): number[] {
  const order = pValues.map((_, index) => index).sort((left, right) => pValues[left]! - pValues[right]!);
  const adjusted = [...pValues];
  let largest = 0;
  for (const [rank, index] of order.entries()) {
    largest = Math.max(largest, Math.min(1, pValues[index]! * (pValues.length - rank)));
    adjusted[index] = largest;
  }
  return adjusted;
}
