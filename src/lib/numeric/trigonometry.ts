import { type DoubleDouble, divide, exactProduct, multiply, subtract } from "./double-double.ts";

/** A quarter turn as a sum of doubles, accurate to about 160 bits. */
const quarterTurn = [1.5707963267948966, 6.123233995736766e-17, -1.4973849048591698e-33];

/** Beyond this many radians the quarter turn above is not accurate enough. */
const largest = 1e6;

/**
 * The cosine and the sine of an angle in radians, correctly rounded in all but one case in many thousands. C libraries
 * nearly always agree, whereas `Math.cos` and `Math.sin` get the last bit wrong about once in thirty calls.
 */
export function cosineAndSine(angle: number): [cosine: number, sine: number] {
  if (!(Math.abs(angle) <= largest)) return [Math.cos(angle), Math.sin(angle)];
  if (angle === 0) return [1, angle];
  const turns = Math.round(angle / quarterTurn[0]!);
  let rest: DoubleDouble = [angle, 0];
  for (const part of quarterTurn) rest = subtract(rest, exactProduct(turns, part));
  const square = multiply(rest, rest);
  const cosine = series(square, 0)[0];
  const sine = multiply(rest, series(square, 1))[0];
  switch (turns & 3) {
    case 0:
      return [cosine, sine];
    case 1:
      return [-sine, cosine];
    case 2:
      return [-cosine, -sine];
    default:
      return [sine, -cosine];
  }
}

/** 1 - x²/((n+1)(n+2)) (1 - x²/((n+3)(n+4)) (1 - ...)), with enough terms for angles of up to an eighth turn. */
function series(square: DoubleDouble, start: number): DoubleDouble {
  let tail = 1;
  for (let power = start + 20; power > start + 8; power -= 2) tail = 1 - (square[0] * tail) / (power * (power - 1));
  let sum: DoubleDouble = [tail, 0];
  for (let power = start + 8; power > start; power -= 2) {
    sum = subtract([1, 0], divide(multiply(square, sum), [power * (power - 1), 0]));
  }
  return sum;
}
