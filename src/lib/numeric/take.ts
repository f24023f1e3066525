/** The values at the given positions, in that order: `numpy.take(values, indices)`. */
export function take(values: ArrayLike<number>, indices: ArrayLike<number>): Float64Array {
  const taken = new Float64Array(indices.length);
  for (let i = 0; i < taken.length; i++) taken[i] = values[indices[i]!]!;
  return taken;
}
