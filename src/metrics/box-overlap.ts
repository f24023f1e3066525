/** A rectangle given by its corners. */
export interface CornerBox {
  readonly xMin: number;
  readonly yMin: number;
  readonly xMax: number;
  readonly yMax: number;
}

/**
 * The intersection over union of two rectangles in continuous coordinates. scikit-learn has no twin.
 *
 * 0 if the union is not positive, as for rectangles without an area, and if a coordinate is NaN. A rectangle whose
 * corners are swapped has negative sides and overlaps nothing.
 *
 * @example boxOverlap({ xMin: 0, yMin: 0, xMax: 2, yMax: 1 }, { xMin: 1, yMin: 0, xMax: 2, yMax: 1 }) // => 0.5
 */
export function boxOverlap(left: CornerBox, right: CornerBox): number {
  const width = larger(0, smaller(left.xMax, right.xMax) - larger(left.xMin, right.xMin));
  const height = larger(0, smaller(left.yMax, right.yMax) - larger(left.yMin, right.yMin));
  const shared = width * height;
  const union = area(left) + area(right) - shared;
  return union > 0 ? shared / union : 0;
}

function area(box: CornerBox): number {
  return (box.xMax - box.xMin) * (box.yMax - box.yMin);
}

/** Python's `max` of two numbers: the first, unless the second is larger. That decides what happens to NaN. */
function larger(first: number, second: number): number {
  if (second > first) return second;
  return first;
}

/** Python's `min` of two numbers. */
function smaller(first: number, second: number): number {
  if (second < first) return second;
  return first;
}
