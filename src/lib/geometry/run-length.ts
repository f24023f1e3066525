import { parsePythonInt } from "../python/python-int.ts";
import { isPythonSpace, splitWhitespace } from "../python/python-text.ts";
import type { RunMask } from "./run-mask.ts";

/** What can be wrong with a run-length encoding, in the order in which it is checked. */
type RunLengthProblem = "not-integer" | "not-sorted" | "not-positive" | "odd-count" | "too-large" | "overlap";

/** A text is not a valid run-length encoding. */
export class RunLengthError extends RangeError {
  readonly problem: RunLengthProblem;

  constructor(problem: RunLengthProblem, message: string) {
    super(message);
    this.name = "RunLengthError";
    this.problem = problem;
  }
}

/**
 * Decodes `start length start length ...` (starts count from 1) into a mask over a line of `pixels` pixels. Starts must
 * ascend, all numbers must be positive, and runs must not overlap inside the line; anything past its end is cut off. A
 * blank text is the empty mask. Throws `RunLengthError`.
 */
export function decodeRunLength(text: string, pixels: number): RunMask {
  const numbers = plainNumbers(text) ?? exactNumbers(text);
  const runs = Math.floor(numbers.length / 2);
  let previous: number | bigint = 1;
  for (let index = 0; index < numbers.length; index += 2) {
    if (numbers[index]! < previous && index > 0) throw notSorted(numbers[index]!, previous);
    previous = numbers[index]!;
  }
  if (numbers.length > 0 && numbers[0]! <= 0) throw notPositive("start", numbers[0]!);
  for (let index = 1; index < numbers.length; index += 2) {
    if (numbers[index]! <= 0) throw notPositive("length", numbers[index]!);
  }
  // Upstream: numpy adds the lists of starts and lengths, so a lone start is an empty mask, and a lone length applies
  // to both of two starts.
  if (numbers.length === 3) return placeRuns([numbers[0]!, numbers[1]!, numbers[2]!, numbers[1]!], pixels, 2);
  if (numbers.length % 2 === 1 && runs > 0) {
    throw new RunLengthError("odd-count", `has ${numbers.length} numbers, but starts and lengths must come in pairs`);
  }
  return placeRuns(numbers, pixels, runs);
}

function placeRuns(numbers: ArrayLike<number | bigint>, pixels: number, runs: number): RunMask {
  const wraps = runs > 0 && addsAsWords(numbers);
  const starts = new Float64Array(runs);
  const ends = new Float64Array(runs);
  let count = 0;
  let covered = 0;
  for (let index = 0; index < 2 * runs; index += 2) {
    const first = Number(numbers[index]!) - 1;
    if (first >= pixels || (wraps && endsBeyondWord(numbers[index]!, numbers[index + 1]!))) continue;
    if (first < covered) {
      throw new RunLengthError("overlap", `run ${index / 2 + 1} (start ${numbers[index]}) overlaps the run before it`);
    }
    covered = Math.min(first + Number(numbers[index + 1]!), pixels);
    starts[count] = first;
    ends[count] = covered;
    count++;
  }
  return { pixels, starts: starts.subarray(0, count), ends: ends.subarray(0, count) };
}

const wordLimit = 2n ** 63n;
const unsignedLimit = 2n ** 64n;

type Kind = "signed" | "unsigned" | "float" | "exact";

/** The type that numpy gives a list of positive whole numbers: int64, uint64, float64 for a mix, or Python's own. */
function listKind(numbers: ArrayLike<number | bigint>, first: number): Kind {
  let small = false;
  let large = false;
  for (let index = first; index < numbers.length; index += 2) {
    const number = numbers[index]!;
    if (number >= unsignedLimit) return "exact";
    if (number < wordLimit) small = true;
    else large = true;
  }
  if (small && large) return "float";
  return large ? "unsigned" : "signed";
}

/**
 * Upstream: numpy computes the ends. With numbers beyond 64 bits the sums are exact; otherwise the sum of two 64-bit
 * words wraps around (returns true), and mixing signed and unsigned words gives floats, which a slice does not accept.
 */
function addsAsWords(numbers: ArrayLike<number | bigint>): boolean {
  if (typeof numbers[0] === "number" && typeof numbers[1] === "number") return false;
  const starts = listKind(numbers, 0);
  const lengths = listKind(numbers, 1);
  const mixed = starts !== "exact" && lengths !== "exact" && starts !== lengths;
  if (starts === "float" || lengths === "float" || mixed) {
    throw new RunLengthError("too-large", "mixes numbers below and above 2^63, which cannot be added exactly");
  }
  return starts !== "exact" && lengths !== "exact";
}

/**
 * Whether the sum of two words wraps around, which makes the run empty. Unsigned starts are past every image anyway.
 */
function endsBeyondWord(start: number | bigint, length: number | bigint): boolean {
  return BigInt(start) - 1n + BigInt(length) >= wordLimit;
}

/** The numbers of a text of short plain numbers, or null if it needs Python's full rules. */
function plainNumbers(text: string): Float64Array | null {
  const numbers = new Float64Array((text.length + 1) >> 1);
  let count = 0;
  let value = 0;
  let digits = 0;
  for (let position = 0; position < text.length; position++) {
    const unit = text.charCodeAt(position);
    if (unit >= 0x30 && unit <= 0x39) {
      if (++digits > 15) return null;
      value = value * 10 + (unit - 0x30);
    } else if (isPythonSpace(unit)) {
      if (digits > 0) numbers[count++] = value;
      value = 0;
      digits = 0;
    } else return null;
  }
  if (digits > 0) numbers[count++] = value;
  return numbers.subarray(0, count);
}

function exactNumbers(text: string): bigint[] {
  return splitWhitespace(text).map((token) => {
    const number = parsePythonInt(token);
    if (number === null) throw new RunLengthError("not-integer", `"${shorten(token)}" is not a whole number`);
    return number;
  });
}

function notSorted(start: number | bigint, previous: number | bigint): RunLengthError {
  return new RunLengthError("not-sorted", `start ${start} comes after start ${previous}, but starts must ascend`);
}

function notPositive(role: string, number: number | bigint): RunLengthError {
  return new RunLengthError("not-positive", `${role} ${number} is not positive`);
}

function shorten(token: string): string {
  return token.length > 40 ? `${token.slice(0, 40)}...` : token;
}
