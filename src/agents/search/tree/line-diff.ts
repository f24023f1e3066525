/** A line of a diff: kept, removed, added, or the mark of lines that were left out. */
export interface DiffLine {
  readonly kind: "same" | "removed" | "added" | "gap";
  readonly text: string;
}

/** Lines around a change. */
const context = 3;

/** Larger differences are shown as everything removed, then everything added: finding the best takes too long. */
const mostCells = 4_000_000;

/** What changed between two texts, with a little of what did not. Empty when they are the same. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, now] = [splitLines(before), splitLines(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const same = (text: string): DiffLine => ({ kind: "same", text });
  return withoutFarLines([
    ...now.slice(0, start).map(same),
    ...changes(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...now.slice(now.length - end).map(same),
  ]);
}

/** A line that ends the text does not begin another. */
function splitLines(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

/** By the longest common subsequence. */
function changes(old: readonly string[], now: readonly string[]): DiffLine[] {
  const removed = (text: string): DiffLine => ({ kind: "removed", text });
  const added = (text: string): DiffLine => ({ kind: "added", text });
  const width = now.length + 1;
  if ((old.length + 1) * width > mostCells) return [...old.map(removed), ...now.map(added)];
  const lengths = longestCommon(old, now);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      lines.push({ kind: "same", text: now[j]! });
      i += 1;
      j += 1;
    } else if (j === now.length || (i < old.length && lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!)) {
      lines.push(removed(old[i]!));
      i += 1;
    } else {
      lines.push(added(now[j]!));
      j += 1;
    }
  }
  return lines;
}

/** For every pair of places the length of the longest common subsequence from there on. */
function longestCommon(old: readonly string[], now: readonly string[]): Uint16Array | Uint32Array {
  const width = now.length + 1;
  const size = (old.length + 1) * width;
  const lengths = Math.min(old.length, now.length) < 2 ** 16 ? new Uint16Array(size) : new Uint32Array(size);
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const place = i * width + j;
      lengths[place] =
        old[i] === now[j] ? lengths[place + width + 1]! + 1 : Math.max(lengths[place + width]!, lengths[place + 1]!);
    }
  }
  return lengths;
}

function withoutFarLines(lines: readonly DiffLine[]): DiffLine[] {
  const near = new Uint8Array(lines.length);
  for (const [index, { kind }] of lines.entries()) {
    if (kind !== "same") near.fill(1, Math.max(0, index - context), index + context + 1);
  }
  const last = near.lastIndexOf(1);
  return lines.flatMap((line, index): DiffLine[] => {
    if (near[index] === 1) return [line];
    const isFirst = index === 0 || near[index - 1] === 1;
    return isFirst && index < last ? [{ kind: "gap", text: "" }] : [];
  });
}
