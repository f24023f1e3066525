/** Whether any of the numbers is NaN. A plain loop, because a callback per number is much slower. */
export function hasNaN(values: ArrayLike<number>): boolean {
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i]!)) return true;
  }
  return false;
}
