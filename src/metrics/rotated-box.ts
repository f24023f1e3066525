import { DetectionError } from "../lib/geometry/detection-error.ts";
import { cosineAndSine } from "../lib/numeric/trigonometry.ts";

/** An upright 3D box turned by `yaw` radians about the vertical axis. */
export interface BoxPose {
  /** Centre: x, y, z. */
  readonly center: readonly [number, number, number];
  /** Width (across), length (along the heading), height. */
  readonly size: readonly [number, number, number];
  readonly yaw: number;
}

/** A box ready for comparison: its corners on the ground anticlockwise as x, y pairs, its vertical range and volume. */
export interface RotatedBox {
  readonly ground: Float64Array;
  readonly low: number;
  readonly high: number;
  readonly volume: number;
}

/**
 * The corners, heights and volume of a box. Throws `DetectionError` for NaN anywhere, sides that are not positive, and
 * boxes so large or far away that their rounded corners are no longer right-angled.
 *
 * @example rotatedBox({ center: [0, 0, 1], size: [2, 4, 3], yaw: 0 }).volume // => 24
 */
export function rotatedBox({ center, size, yaw }: BoxPose): RotatedBox {
  if ([...center, ...size, yaw].some(Number.isNaN)) {
    throw new DetectionError("not-a-number", "centre, size and yaw of a box must be numbers, but one is NaN");
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
      `a box at ${x}, ${y} of ${width} by ${length} is too large to compute with`,
    );
  }
  return { ground, low: z - height / 2, high: z + height / 2, volume: width * length * height };
}

function groundCorners(x: number, y: number, width: number, length: number, yaw: number): Float64Array {
  // Upstream: cosine and sine come from a quaternion, that is from those of half the angle.
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
 * left² - right² as a processor with fused multiply-add computes it (numpy's matrix product does): only the first
 * square is rounded before the subtraction.
 */
function differenceOfSquares(left: number, right: number): number {
  const square = right * right;
  const split = right * 134217729;
  const upper = split - (split - right);
  const lower = right - upper;
  const lost = upper * upper - square + 2 * upper * lower + lower * lower;
  const first = left * left;
  const difference = first - square;
  const back = difference - first;
  const rest = first - (difference - back) + (-square - back);
  return difference + (rest - lost);
}

/** `numpy.isclose(product, 0)` of the two sides at every corner: at most 10^-8 from 0. */
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
