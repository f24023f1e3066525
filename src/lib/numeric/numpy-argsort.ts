const insertionMaximum = 15;

/**
 * The indices that sort `values` in ascending order, equal values in the order in which `numpy.argsort` leaves them. Its
 * default sort is introsort: quicksort with the median of three, insertion sort for short parts, and heapsort where
 * quicksort gets too deep. It is deterministic, but not stable.
 *
 * numpy twin: `numpy.argsort(values)` of an array of objects. For arrays of numbers, numpy may use the processor's vector
 * instructions instead, which order equal values differently.
 */
export function numpyArgsort(values: Uint32Array): Uint32Array {
  const order = Uint32Array.from(values.keys());
  const pending: { first: number; last: number; depth: number }[] = [];
  let part = { first: 0, last: order.length - 1, depth: 2 * Math.floor(Math.log2(Math.max(1, order.length))) };
  for (;;) {
    if (part.depth < 0) heapsort(values, order.subarray(part.first, part.last + 1));
    else {
      while (part.last - part.first > insertionMaximum) {
        const { first, last } = part;
        const depth = part.depth - 1;
        const pivot = partition(values, order, first, last);
        const isLeftShorter = pivot - first < last - pivot;
        pending.push(isLeftShorter ? { first: pivot + 1, last, depth } : { first, last: pivot - 1, depth });
        part = isLeftShorter ? { first, last: pivot - 1, depth } : { first: pivot + 1, last, depth };
      }
      insertionSort(values, order, part.first, part.last);
    }
    const next = pending.pop();
    if (next === undefined) return order;
    part = next;
  }
}

/** Splits a part at the median of its first, middle and last value; the place where that value ends up. */
function partition(values: Uint32Array, order: Uint32Array, first: number, last: number): number {
  const middle = first + ((last - first) >> 1);
  const value = (place: number): number => values[order[place]!]!;
  if (value(middle) < value(first)) swap(order, middle, first);
  if (value(last) < value(middle)) swap(order, last, middle);
  if (value(middle) < value(first)) swap(order, middle, first);
  const pivot = value(middle);
  let left = first;
  let right = last - 1;
  swap(order, middle, right);
  for (;;) {
    do left += 1;
    while (value(left) < pivot);
    do right -= 1;
    while (pivot < value(right));
    if (left >= right) break;
    swap(order, left, right);
  }
  swap(order, left, last - 1);
  return left;
}

function insertionSort(values: Uint32Array, order: Uint32Array, first: number, last: number): void {
  for (let place = first + 1; place <= last; place += 1) {
    const index = order[place]!;
    const value = values[index]!;
    let at = place;
    for (; at > first && value < values[order[at - 1]!]!; at -= 1) order[at] = order[at - 1]!;
    order[at] = index;
  }
}

function heapsort(values: Uint32Array, order: Uint32Array): void {
  for (let root = order.length >> 1; root >= 1; root -= 1)
    siftDown(values, order, root, order.length, order[root - 1]!);
  for (let size = order.length - 1; size >= 1; size -= 1) {
    const index = order[size]!;
    order[size] = order[0]!;
    siftDown(values, order, 1, size, index);
  }
}

/** Puts `index` into a heap of `size` places, counted from 1, at or below `root`. */
function siftDown(values: Uint32Array, order: Uint32Array, root: number, size: number, index: number): void {
  let place = root;
  for (let child = root * 2; child <= size; child *= 2) {
    if (child < size && values[order[child - 1]!]! < values[order[child]!]!) child += 1;
    if (values[index]! >= values[order[child - 1]!]!) break;
    order[place - 1] = order[child - 1]!;
    place = child;
  }
  order[place - 1] = index;
}

function swap(order: Uint32Array, a: number, b: number): void {
  const index = order[a]!;
  order[a] = order[b]!;
  order[b] = index;
}
