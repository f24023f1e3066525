/** Quantiles of the normal distribution: for a two-sided test at 5 %, and for a power of 80 %. */
export const twoSided = 1.959963984540054;
export const power = 0.8416212335729143;
