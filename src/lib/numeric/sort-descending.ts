/**
 * The items by descending key, equal keys in their order: Python's `sorted(items, key=key, reverse=True)`.
 *
 * NaN is neither below nor above any number, so its place depends on the algorithm. The result is CPython's for up to
 * 63 items, which it sorts by binary insertion after the initial run.
 */
export function sortDescending<T>(items: readonly T[], key: (item: T) => number): T[] {
  const keyed = items.map((item) => ({ item, key: key(item) }));
  if (keyed.some((entry) => Number.isNaN(entry.key))) insertionSort(keyed.reverse()).reverse();
  else keyed.sort((left, right) => compareDescending(left.key, right.key));
  return keyed.map((entry) => entry.item);
}

/** Not a subtraction, which would be NaN for two equal infinities. */
function compareDescending(left: number, right: number): number {
  return left > right ? -1 : left < right ? 1 : 0;
}

function insertionSort<T extends { readonly key: number }>(entries: T[]): T[] {
  for (let next = sortFirstRun(entries); next < entries.length; next++) {
    const entry = entries[next]!;
    let low = 0;
    let high = next;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (entry.key < entries[middle]!.key) high = middle;
      else low = middle + 1;
    }
    entries.copyWithin(low + 1, low, next);
    entries[low] = entry;
  }
  return entries;
}

/**
 * Finds the initial run of ascending or strictly descending keys, reverses a descending one, and returns its length.
 */
function sortFirstRun<T extends { readonly key: number }>(entries: T[]): number {
  const descends = (index: number): boolean => entries[index]!.key < entries[index - 1]!.key;
  if (entries.length < 2) return entries.length;
  const isDescending = descends(1);
  let length = 2;
  while (length < entries.length && descends(length) === isDescending) length++;
  if (isDescending) entries.splice(0, length, ...entries.slice(0, length).reverse());
  return length;
}
