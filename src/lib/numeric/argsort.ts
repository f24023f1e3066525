interface ArgsortOptions {
  /**
   * Reverses the ascending order, as scikit-learn does with `np.argsort(x, kind="mergesort")[::-1]`: NaN comes first,
   * then the largest value; equal values come in descending order of their indices.
   */
  readonly reverse?: boolean;
}

/**
 * The indices that sort `values` in ascending order: `numpy.argsort(values, kind="stable")`.
 *
 * Equal values (including 0 and -0) keep their order; NaN comes last. One million numbers take well under 0.1 s.
 */
export function argsort(values: Float64Array, options: ArgsortOptions = {}): Uint32Array {
  const { high, low } = sortableWords(values);
  const order = new Uint32Array(values.length);
  for (let i = 0; i < order.length; i++) order[i] = i;

  const sorter = new WordSorter(order);
  sorter.sort(high, 0, order.length);
  const sortedHigh = new Uint32Array(order.length);
  for (let i = 0; i < order.length; i++) sortedHigh[i] = high[order[i]!]!;
  let start = 0;
  for (let i = 1; i <= order.length; i++) {
    if (i < order.length && sortedHigh[i] === sortedHigh[start]) continue;
    if (i - start > 1) sorter.sort(low, start, i);
    start = i;
  }
  return options.reverse ? order.reverse() : order;
}

/**
 * Maps every double to two words that sort, as unsigned numbers and high word first, in numeric order with NaN last.
 */
function sortableWords(values: Float64Array): { high: Uint32Array; low: Uint32Array } {
  const doubles = new Float64Array(values.length);
  const words = new Uint32Array(doubles.buffer);
  const high = new Uint32Array(values.length);
  const low = new Uint32Array(values.length);
  for (let i = 0; i < doubles.length; i++) {
    const value = values[i]!;
    // Adding 0 makes -0 equal to 0.
    doubles[i] = value + 0;
    if (Number.isNaN(value)) {
      high[i] = 0xffffffff;
      low[i] = 0xffffffff;
      continue;
    }
    // The bits of negative numbers sort backwards, so all of them are flipped; of other numbers only the sign bit is.
    const highWord = words[2 * i + HIGH]!;
    const flip = highWord >> 31;
    high[i] = highWord ^ (flip | 0x80000000);
    low[i] = words[2 * i + LOW]! ^ flip;
  }
  return { high, low };
}

const LOW = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 0 : 1;
const HIGH = 1 - LOW;
const INSERTION_MAXIMUM = 64;
const DIGIT_BITS = 11;
const BUCKETS = 1 << DIGIT_BITS;
const DIGITS = 3;

/** Sorts ranges of `order` by a 32-bit key per index: a stable radix sort, or insertion sort for short ranges. */
export class WordSorter {
  readonly #order: Uint32Array;
  #keys: Uint32Array;
  #movedKeys: Uint32Array;
  readonly #movedOrder: Uint32Array;
  readonly #histograms: Uint32Array;

  constructor(order: Uint32Array) {
    const isLong = order.length > INSERTION_MAXIMUM;
    const size = isLong ? order.length : 0;
    this.#order = order;
    this.#keys = new Uint32Array(size);
    this.#movedKeys = new Uint32Array(size);
    this.#movedOrder = new Uint32Array(size);
    this.#histograms = new Uint32Array(isLong ? DIGITS * BUCKETS : 0);
  }

  sort(words: Uint32Array, start: number, end: number): void {
    if (end - start <= INSERTION_MAXIMUM) insertionSort(this.#order, words, start, end);
    else this.#radixSort(words, start, end - start);
  }

  #radixSort(words: Uint32Array, start: number, count: number): void {
    this.#readKeys(words, start, count);
    const histograms = this.#histograms;
    const range = this.#order.subarray(start, start + count);
    let from = range;
    let to = this.#movedOrder.subarray(0, count);
    for (let digit = 0; digit < DIGITS; digit++) {
      const histogram = histograms.subarray(digit * BUCKETS, (digit + 1) * BUCKETS);
      const shift = digit * DIGIT_BITS;
      if (histogram[(this.#keys[0]! >>> shift) & (BUCKETS - 1)] === count) continue;
      moveByDigit(this.#keys, from, this.#movedKeys, to, histogram, shift);
      [this.#keys, this.#movedKeys] = [this.#movedKeys, this.#keys];
      [from, to] = [to, from];
    }
    if (from !== range) range.set(from);
  }

  #readKeys(words: Uint32Array, start: number, count: number): void {
    const order = this.#order;
    const keys = this.#keys;
    const histograms = this.#histograms.fill(0);
    for (let i = 0; i < count; i++) {
      const key = words[order[start + i]!]!;
      keys[i] = key;
      histograms[key & (BUCKETS - 1)]! += 1;
      histograms[BUCKETS + ((key >>> DIGIT_BITS) & (BUCKETS - 1))]! += 1;
      histograms[2 * BUCKETS + (key >>> (2 * DIGIT_BITS))]! += 1;
    }
  }
}

function moveByDigit(
  keys: Uint32Array,
  order: Uint32Array,
  movedKeys: Uint32Array,
  movedOrder: Uint32Array,
  histogram: Uint32Array,
  shift: number,
): void {
  let start = 0;
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const size = histogram[bucket]!;
    histogram[bucket] = start;
    start += size;
  }
  for (let i = 0; i < order.length; i++) {
    const key = keys[i]!;
    const bucket = (key >>> shift) & (BUCKETS - 1);
    const target = histogram[bucket]!;
    histogram[bucket] = target + 1;
    movedKeys[target] = key;
    movedOrder[target] = order[i]!;
  }
}

function insertionSort(order: Uint32Array, words: Uint32Array, start: number, end: number): void {
  for (let i = start + 1; i < end; i++) {
    const index = order[i]!;
    const key = words[index]!;
    let j = i - 1;
    for (; j >= start && words[order[j]!]! > key; j--) order[j + 1] = order[j]!;
    order[j + 1] = index;
  }
}
