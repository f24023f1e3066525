import { hashText, SparseBuilder, type SparseRows } from "../models/sparse-rows.ts";

const mostColumns = 120;

/** Lower-case words of a text. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
}

/**
 * Words, pairs of words and runs of four letters of each text, hashed to positions below `width`; rare ones weigh more
 * (TF-IDF), and every text weighs the same. Twin: `TfidfVectorizer` over a `HashingVectorizer`.
 */
export function hashTexts(texts: readonly (string | null)[], width: number, salt: string): SparseRows {
  // Of very many texts only the beginnings are read: the entries of all of them must fit into memory.
  const mostWords = Math.max(50, Math.min(2000, Math.floor(8e6 / texts.length)));
  const builder = new SparseBuilder(width);
  const inTexts = new Uint32Array(width);
  for (const text of texts) {
    for (const [position, count] of countPieces(wordsOf(text ?? "").slice(0, mostWords), width, salt)) {
      builder.add(position, count);
      inTexts[position]! += 1;
    }
    builder.endRow();
  }
  const rows = builder.build();
  for (let row = 0; row < texts.length; row += 1) weigh(rows, row, inTexts, texts.length);
  return rows;
}

function countPieces(words: readonly string[], width: number, salt: string): Map<number, number> {
  const entries = new Map<number, number>();
  const add = (piece: string): void => {
    const position = hashText(`${salt} ${piece}`) % width;
    entries.set(position, (entries.get(position) ?? 0) + 1);
  };
  for (const [index, word] of words.entries()) {
    add(word);
    if (index > 0) add(`${words[index - 1]} ${word}`);
    const padded = `<${word}>`;
    for (let at = 0; at + 4 <= padded.length; at += 1) add(`#${padded.slice(at, at + 4)}`);
  }
  return entries;
}

/** Turns the counts of one row into weights whose squares add up to 1. */
function weigh({ starts, positions, values }: SparseRows, row: number, inTexts: Uint32Array, texts: number): void {
  const [start, end] = [starts[row]!, starts[row + 1]!];
  const weights = Float64Array.from(
    values.subarray(start, end),
    (count, index) => (1 + Math.log(count)) * Math.log((1 + texts) / (1 + inTexts[positions[start + index]!]!)),
  );
  const length = Math.sqrt(weights.reduce((sum, weight) => sum + weight * weight, 0)) || 1;
  for (let entry = start; entry < end; entry += 1) values[entry] = weights[entry - start]! / length;
}

/** Columns for trees: how often each of the commonest words occurs, and the text's length. */
export function wordColumns(texts: readonly (string | null)[]): Float64Array[] {
  const inTexts = new Map<string, number>();
  for (const text of texts) {
    for (const word of new Set(wordsOf(text ?? ""))) inTexts.set(word, (inTexts.get(word) ?? 0) + 1);
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
