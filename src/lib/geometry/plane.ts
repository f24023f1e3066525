import { type DoubleDouble, divide, exactProduct, exactSum, multiply, subtract } from "../numeric/double-double.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The side of the line from `start` to `end` that a point is on: 1 left, -1 right, 0 on the line. Uses 106 bits. */
export function sideOfLine(start: Point, end: Point, point: Point): number {
  const left = (start.x - point.x) * (end.y - point.y);
  const right = (start.y - point.y) * (end.x - point.x);
  const rough = left - right;
  if (Math.abs(rough) > 1e-15 * (Math.abs(left) + Math.abs(right))) return Math.sign(rough);
  const exact = subtract(
    multiply(exactSum(end.x, -start.x), exactSum(point.y, -end.y)),
    multiply(exactSum(end.y, -start.y), exactSum(point.x, -end.x)),
  );
  return Math.sign(exact[0] === 0 ? exact[1] : exact[0]);
}

/** The intersection of two lines, each through two points, computed in 106 bits. Not finite for parallel lines. */
export function crossing(start: Point, end: Point, otherStart: Point, otherEnd: Point): Point {
  const line = homogeneous(start, end);
  const other = homogeneous(otherStart, otherEnd);
  const determinant = (a: DoubleDouble, b: DoubleDouble, c: DoubleDouble, d: DoubleDouble): DoubleDouble =>
    subtract(multiply(a, b), multiply(c, d));
  const weight = determinant(line.x, other.y, other.x, line.y);
  return {
    x: divide(determinant(line.y, other.weight, other.y, line.weight), weight)[0],
    y: divide(determinant(other.x, line.weight, line.x, other.weight), weight)[0],
  };
}

/** The line through two points as the coefficients of x, y and 1. */
function homogeneous(start: Point, end: Point): { x: DoubleDouble; y: DoubleDouble; weight: DoubleDouble } {
  return {
    x: exactSum(start.y, -end.y),
    y: exactSum(end.x, -start.x),
    weight: subtract(exactProduct(start.x, end.y), exactProduct(end.x, start.y)),
  };
}
