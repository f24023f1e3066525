/** The doubles nearest to 10^0, 10^1, ... 10^308. Those up to 10^22 are exact. */
export const powersOfTen = Float64Array.from({ length: 309 }, (_, exponent) => Number(`1e${exponent}`));
