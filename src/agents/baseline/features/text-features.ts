import { SparseBuilder, type SparseRows } from "../models/sparse-rows.ts";
import { addCode, addToHash, emptyHash, finishHash } from "./hash-text.ts";

const mostColumns = 120;
/** At most this many texts are read to find the commonest words. */
const mostCounted = 20_000;
const [blank, sharp, less, greater] = Array.from(" #<>", (sign) => sign.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
];

/** Lower-case words of a text. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
}

/**
 * Words, pairs of words and runs of four letters of each text, hashed to positions below `width`; rare ones weigh more
 * (TF-IDF), and every text weighs the same. Twin: `TfidfVectorizer` over a `HashingVectorizer`.
 */
export function hashTexts(texts: readonly (string | null)[], width: number, salt: string): SparseRows {
  // With very many texts only their beginnings are read, so that all entries fit into memory.
  const mostWords = Math.max(50, Math.min(2000, Math.floor(8e6 / texts.length)));
  const builder = new SparseBuilder(width);
  const counts = new Uint16Array(width);
  const inTexts = new Uint32Array(width);
  const start = addCode(addToHash(emptyHash, salt), blank);
  for (const text of texts) {
    const found: number[] = [];
    forEachPiece(wordsOf(text ?? "").slice(0, mostWords), start, (hash) => {
      const position = hash % width;
      if (counts[position] === 0) found.push(position);
      counts[position]! += 1;
    });
    for (const position of found) {
      builder.add(position, counts[position]!);
      inTexts[position]! += 1;
      counts[position] = 0;
    }
    builder.endRow();
  }
  const rows = builder.build();
  weigh(rows, inTexts);
  return rows;
}

/** Hashes of `word`, `word next` and `#four` for every word, pair of words and four letters of `<word>`. */
function forEachPiece(words: readonly string[], start: number, visit: (hash: number) => void): void {
  let before: number | null = null;
  const letters = addCode(start, sharp);
  for (const word of words) {
    const whole = addToHash(start, word);
    visit(finishHash(whole));
    if (before !== null) visit(finishHash(addToHash(before, word)));
    before = addCode(whole, blank);
    const at = (place: number): number => (place < 0 ? less : place === word.length ? greater : word.charCodeAt(place));
    for (let place = -1; place + 4 <= word.length + 1; place += 1) {
      const first = addCode(addCode(letters, at(place)), at(place + 1));
      visit(finishHash(addCode(addCode(first, at(place + 2)), at(place + 3))));
    }
  }
}

/** Turns counts into weights whose squares add up to 1 in each row. */
function weigh({ starts, positions, values }: SparseRows, inTexts: Uint32Array): void {
  const texts = starts.length - 1;
  const rarity = Float64Array.from(inTexts, (count) => Math.log((1 + texts) / (1 + count)));
  for (let row = 0; row < texts; row += 1) {
    const [start, end] = [starts[row]!, starts[row + 1]!];
    const weights = new Float64Array(end - start);
    let squares = 0;
    for (let entry = start; entry < end; entry += 1) {
      const count = values[entry]!;
      const weight = (count === 1 ? 1 : 1 + Math.log(count)) * rarity[positions[entry]!]!;
      weights[entry - start] = weight;
      squares += weight * weight;
    }
    const length = Math.sqrt(squares) || 1;
    for (let entry = start; entry < end; entry += 1) values[entry] = weights[entry - start]! / length;
  }
}

/** Columns for trees: how often each of the commonest words occurs, and the text's length. */
export function wordColumns(texts: readonly (string | null)[]): Float64Array[] {
  const inTexts = new Map<string, number>();
  const step = Math.ceil(texts.length / mostCounted);
  for (let row = 0; row < texts.length; row += step) {
    for (const word of new Set(wordsOf(texts[row] ?? ""))) inTexts.set(word, (inTexts.get(word) ?? 0) + 1);
  }
  const common = [...inTexts.keys()].sort((a, b) => inTexts.get(b)! - inTexts.get(a)! || (a < b ? -1 : 1));
  const positions = new Map(common.slice(0, mostColumns).map((word, index) => [word, index]));
  const columns = Array.from({ length: positions.size + 1 }, () => new Float64Array(texts.length));
  for (const [row, text] of texts.entries()) {
    const words = wordsOf(text ?? "");
    columns[positions.size]![row] = words.length;
    for (const word of words) {
      const position = positions.get(word);
      if (position !== undefined) columns[position]![row]! += 1;
    }
  }
  return columns;
}
