/** The numbers as a `Float64Array`: the array itself if it is one, a copy otherwise. */
export function toFloat64(values: ArrayLike<number>): Float64Array {
  return values instanceof Float64Array ? values : Float64Array.from(values);
}
