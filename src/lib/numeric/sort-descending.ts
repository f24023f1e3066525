/**
 * The items by falling key, equal keys in their order: Python's `sorted(items, key=key, reverse=True)`.
 *
 * NaN is neither below nor above anything, so that where it ends up depends on the algorithm: as in CPython, a list of
 * up to 63 items is sorted by inserting each item behind the run it begins with.
 */
export function sortDescending<T>(items: readonly T[], key: (item: T) => number): T[] {
  const keyed = items.map((item) => ({ item, key: key(item) }));
  if (keyed.some((entry) => Number.isNaN(entry.key))) insertionSort(keyed.reverse()).reverse();
  else keyed.sort((left, right) => compareFalling(left.key, right.key));
  return keyed.map((entry) => entry.item);
}

/** A subtraction would make NaN of two equal infinities. */
function compareFalling(left: number, right: number): number {
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

/** Finds the run of rising or strictly falling keys at the start, turns a falling one round, returns its length. */
function sortFirstRun<T extends { readonly key: number }>(entries: T[]): number {
  const falls = (index: number): boolean => entries[index]!.key < entries[index - 1]!.key;
  if (entries.length < 2) return entries.length;
  const falling = falls(1);
  let length = 2;
  while (length < entries.length && falls(length) === falling) length++;
  if (falling) entries.splice(0, length, ...entries.slice(0, length).reverse());
  return length;
}
