/**
 * Natural logarithm of the two-sided probability of a normal deviate at least this large: an upper bound that stays finite where the
 * probability itself would be 0.
 */
export function logNormalTail(deviate: number): number {
  const size = Math.abs(deviate);
  return size < 1 ? 0 : Math.LN2 - (size * size) / 2 - Math.log(size * Math.sqrt(2 * Math.PI));
}

/**
 * Natural logarithm of the probability of at least `hits` successes in `trials`, each of them with probability `chance`:
 * Chernoff's upper bound, which holds for few trials, too.
 */
export function logBinomialTail(hits: number, trials: number, chance: number): number {
  const share = hits / trials;
  if (trials === 0 || share <= chance) return 0;
  if (chance <= 0) return Number.NEGATIVE_INFINITY;
  const term = (part: number, expected: number): number => (part === 0 ? 0 : part * Math.log(part / expected));
  return -trials * (term(share, chance) + term(1 - share, 1 - chance));
}
