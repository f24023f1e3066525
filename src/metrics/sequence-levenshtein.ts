import { distance } from "fastest-levenshtein";

/**
 * The smallest number of insertions, deletions and replacements of items that turn one sequence into the other. Same as
 * `Levenshtein.distance` of two lists in Python; scikit-learn has no twin.
 *
 * Items are equal if they are the same key of a `Map`. The distance from an empty sequence is the length of the other.
 *
 * @example sequenceLevenshtein([1, 2, 3], [2, 3, 4]) // => 2
 */
export function sequenceLevenshtein<T>(truth: ArrayLike<T>, prediction: ArrayLike<T>): number {
  const units = new Map<T, number>();
  const a = Uint32Array.from(truth, (item) => {
    const unit = units.get(item) ?? units.size;
    units.set(item, unit);
    return unit;
  });
  // Predicted items that are nowhere in the truth match nothing, so one number is enough for all of them.
  const b = Uint32Array.from(prediction, (item) => units.get(item) ?? units.size);
  return units.size < UTF16_UNITS ? distance(toText(a), toText(b)) : distanceByRows(a, b);
}

const UTF16_UNITS = 0x10000;

function toText(units: Uint32Array): string {
  return Buffer.from(Uint16Array.from(units).buffer).toString("utf16le");
}

/**
 * The textbook algorithm, one row at a time: only for sequences with more distinct items than there are UTF-16 units.
 */
function distanceByRows(a: Uint32Array, b: Uint32Array): number {
  const row = Uint32Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i++) {
    let diagonal = row[0]!;
    row[0] = i;
    for (let j = 1; j <= b.length; j++) {
      const above = row[j]!;
      const replaced = diagonal + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(replaced, above + 1, row[j - 1]! + 1);
      diagonal = above;
    }
  }
  return row[b.length]!;
}
