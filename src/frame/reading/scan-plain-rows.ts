import type { CellList } from "./cell-list.ts";
import type { ScanInput } from "./csv-scanner.ts";

const comma = 44;
const quote = 34;
const newline = 10;
const carriage = 13;

/** Whether a word's lowest byte comes first. On other machines every row is scanned the slower way. */
const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/**
 * Adds the cells of up to `rows` rows from `position` on, as long as they are plain, as nearly all rows are: `width`
 * cells, no quotes, a complete line end. Returns where the first row begins that was not added.
 *
 * It finds all bytes below 45 (delimiters, quotes and line ends) in a word of four at once, and goes from one to the
 * next without looking at the bytes in between.
 */
export function scanPlainRows(
  { bytes, words, filled }: ScanInput,
  cells: CellList,
  position: number,
  width: number,
  rows: number,
  delimiter = comma,
): number {
  const lastWord = (filled >> 2) - 1;
  let word = position >> 2;
  if (!isLittleEndian || word > lastWord || bytes[position]! <= 32) return position;
  let { starts, ends, count } = cells;
  let rowStart = position;
  let start = position;
  let left = width;
  let found = 0;
  // Leave out the bytes before the position.
  let marks = lowBytes(words[word]!) & (-1 << ((position & 3) << 3));

  while (found < rows) {
    while (marks === 0) {
      word += 1;
      if (word > lastWord) return rowStart;
      marks = lowBytes(words[word]!);
    }
    const mark = marks & -marks;
    marks ^= mark;
    const at = (word << 2) + ((31 - Math.clz32(mark)) >> 3);
    const byte = bytes[at]!;
    if (byte > comma || at < start) continue;
    if (byte !== delimiter && byte !== newline && byte !== carriage) {
      if (byte === quote) return rowStart;
      continue;
    }
    left -= 1;
    if ((left === 0) === (byte === delimiter)) return rowStart;
    if (count === starts.length) {
      cells.grow();
      ({ starts, ends } = cells);
    }
    starts[count] = start;
    ends[count] = at;
    count += 1;
    start = at + 1;
    if (byte === delimiter) continue;
    if (byte === carriage) {
      if (bytes[start] !== newline || start >= filled) return rowStart;
      start += 1;
    }
    cells.count = count;
    cells.pushRow(rowStart, false);
    found += 1;
    rowStart = start;
    left = width;
    // A blank line may begin here.
    if (start >= filled || bytes[start]! <= 32) return rowStart;
  }
  return rowStart;
}

/** Sets the highest bit of every byte below 45, and possibly of bytes that follow such a byte. */
function lowBytes(word: number): number {
  return (word - 0x2d2d2d2d) & ~word & 0x80808080;
}
