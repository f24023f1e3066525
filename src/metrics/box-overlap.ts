/** A rectangle by its corners. */
export interface CornerBox {
  readonly xMin: number;
  readonly yMin: number;
  readonly xMax: number;
  readonly yMax: number;
}

/**
 * Intersection over union of two rectangles in continuous coordinates; 0 where the union is not positive, as for
 * rectangles without an area. Corners given the wrong way round have negative sides and share nothing.
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

/** Python's `max` and `min` of two: the first unless the second is beyond it, which decides what NaN does. */
function larger(first: number, second: number): number {
  if (second > first) return second;
  return first;
}

function smaller(first: number, second: number): number {
  if (second < first) return second;
  return first;
}
