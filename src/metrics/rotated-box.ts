import { DetectionError } from "../lib/geometry/detection-error.ts";
import { exactSum, productError } from "../lib/numeric/double-double.ts";
import { cosineAndSine } from "../lib/numeric/trigonometry.ts";

/** An upright 3D box, rotated by `yaw` radians about the vertical axis. */
export interface BoxPose {
  /** x, y, z. */
  readonly center: readonly [number, number, number];
  /** Width (across), length (along the heading), height. */
  readonly size: readonly [number, number, number];
  readonly yaw: number;
}

/** A box that is ready for comparison. */
export interface RotatedBox {
  /** The corners on the ground as pairs of x and y, anticlockwise. */
  readonly ground: Float64Array;
  readonly low: number;
  readonly high: number;
  readonly volume: number;
}

/**
 * The corners, vertical range and volume of a box, as the 3D object detection for autonomous vehicles competition
 * computes them; scikit-learn has no twin.
 *
 * Throws a `DetectionError` if a value is NaN, if a side is not positive, or if the box is so large or far away that
 * its rounded corners are no longer right-angled.
 *
 * @example rotatedBox({ center: [0, 0, 1], size: [2, 4, 3], yaw: 0 }).volume // => 24
 */
export function rotatedBox({ center, size, yaw }: BoxPose): RotatedBox {
  if ([...center, ...size, yaw].some(Number.isNaN)) {
    throw new DetectionError("not-a-number", "center, size and yaw of a box must be numbers, but one is NaN");
  }
  const wrong = size.find((side) => side <= 0);
  if (wrong !== undefined) {
    throw new DetectionError(
      "size-not-positive",
      `width, length and height of a box must be above 0, but one is ${wrong}`,
    );
  }
  const [x, y, z] = center;
  const [width, length, height] = size;
  const ground = groundCorners(x, y, width, length, yaw);
  if (!isRectangular(ground)) {
    throw new DetectionError(
      "not-rectangular",
      `a box of ${width} by ${length} at ${x}, ${y} is too large or too far away to compute with`,
    );
  }
  return { ground, low: z - height / 2, high: z + height / 2, volume: width * length * height };
}

function groundCorners(x: number, y: number, width: number, length: number, yaw: number): Float64Array {
  // Upstream: cosine and sine come from a quaternion, that is, from the cosine and sine of half the angle.
  const [real, vertical] = cosineAndSine(yaw / 2);
  const cosine = differenceOfSquares(real, vertical);
  const sine = 2 * real * vertical;
  const alongX = (length / 2) * cosine;
  const alongY = (length / 2) * sine;
  const acrossX = (width / 2) * sine;
  const acrossY = (width / 2) * cosine;
  return Float64Array.of(
    x + alongX + acrossX,
    y + alongY - acrossY,
    x + alongX - acrossX,
    y + alongY + acrossY,
    x - alongX - acrossX,
    y - alongY + acrossY,
    x - alongX + acrossX,
    y - alongY - acrossY,
  );
}

/**
 * left² - right² as numpy's matrix product computes it, with fused multiply-add: only the first square is rounded
 * before the subtraction.
 */
function differenceOfSquares(left: number, right: number): number {
  const square = right * right;
  const [difference, rest] = exactSum(left * left, -square);
  return difference + (rest - productError(right, right, square));
}

/** Whether the scalar product of the two sides at every corner is at most 10^-8: `numpy.isclose(product, 0)`. */
function isRectangular(ground: Float64Array): boolean {
  for (let corner = 0; corner < 8; corner += 2) {
    const before = (corner + 6) % 8;
    const after = (corner + 2) % 8;
    const x = (ground[before]! - ground[corner]!) * (ground[after]! - ground[corner]!);
    const y = (ground[before + 1]! - ground[corner + 1]!) * (ground[after + 1]! - ground[corner + 1]!);
    if (!(Math.abs(x + y) <= 1e-8)) return false;
  }
  return true;
}
