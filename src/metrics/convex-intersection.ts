/**
 * Area shared by two convex polygons, corners anticlockwise as x, y pairs: the first is clipped at every side of the
 * second. Agrees with shapely's `intersection(...).area` up to rounding; 0 when they only touch.
 *
 * @example convexIntersection([0, 0, 2, 0, 2, 2, 0, 2], [1, 1, 3, 1, 3, 3, 1, 3]) // => 1
 */
export function convexIntersection(left: ArrayLike<number>, right: ArrayLike<number>): number {
  // Everything is measured from a corner, because products of large coordinates would lose the small differences.
  const originX = left[0]!;
  const originY = left[1]!;
  const move = (value: number, index: number): number => value - (index % 2 === 0 ? originX : originY);
  const clip = Array.from(right, move);
  let polygon = Array.from(left, move);
  for (let side = 0; side < clip.length && polygon.length > 0; side += 2) {
    const next = (side + 2) % clip.length;
    polygon = clipAtSide(polygon, clip[side]!, clip[side + 1]!, clip[next]!, clip[next + 1]!);
  }
  return area(polygon);
}

/** The part of a polygon on the left of the line from (ax, ay) to (bx, by). */
function clipAtSide(polygon: readonly number[], ax: number, ay: number, bx: number, by: number): number[] {
  const clipped: number[] = [];
  const height = (x: number, y: number): number => (bx - ax) * (y - ay) - (by - ay) * (x - ax);
  let fromX = polygon.at(-2)!;
  let fromY = polygon.at(-1)!;
  let fromHeight = height(fromX, fromY);
  for (let corner = 0; corner < polygon.length; corner += 2) {
    const x = polygon[corner]!;
    const y = polygon[corner + 1]!;
    const here = height(x, y);
    if (here < 0 !== fromHeight < 0) {
      const share = fromHeight / (fromHeight - here);
      clipped.push(fromX + share * (x - fromX), fromY + share * (y - fromY));
    }
    if (here >= 0) clipped.push(x, y);
    fromX = x;
    fromY = y;
    fromHeight = here;
  }
  return clipped;
}

function area(polygon: readonly number[]): number {
  let doubled = 0;
  for (let corner = 0; corner < polygon.length; corner += 2) {
    const next = (corner + 2) % polygon.length;
    doubled += polygon[corner]! * polygon[next + 1]! - polygon[next]! * polygon[corner + 1]!;
  }
  return Math.max(0, doubled / 2);
}
