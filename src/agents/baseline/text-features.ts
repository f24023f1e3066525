import { hashText } from "./sparse-rows.ts";

const mostWords = 120;

/** Lower-case words of a text. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
}

/**
 * Words, pairs of words and runs of four letters of each text, hashed to positions below `width`; rare ones weigh more
 * (TF-IDF), and every text weighs the same. Twin: `TfidfVectorizer` over a `HashingVectorizer`.
 */
export function hashTexts(texts: readonly (string | null)[], width: number, salt: string): Map<number, number>[] {
  const counts = texts.map((text) => {
    const entries = new Map<number, number>();
    const add = (piece: string): void => {
      const position = hashText(`${salt} ${piece}`) % width;
      entries.set(position, (entries.get(position) ?? 0) + 1);
    };
    const words = wordsOf(text ?? "").slice(0, 2000);
    for (const [index, word] of words.entries()) {
      add(word);
      if (index > 0) add(`${words[index - 1]} ${word}`);
      const padded = `<${word}>`;
      for (let at = 0; at + 4 <= padded.length; at += 1) add(`#${padded.slice(at, at + 4)}`);
    }
    return entries;
  });
  const inTexts = new Map<number, number>();
  for (const entries of counts) {
    for (const position of entries.keys()) inTexts.set(position, (inTexts.get(position) ?? 0) + 1);
  }
  for (const entries of counts) {
    let squares = 0;
    for (const [position, count] of entries) {
      const weight = (1 + Math.log(count)) * Math.log((1 + texts.length) / (1 + inTexts.get(position)!));
      entries.set(position, weight);
      squares += weight * weight;
    }
    const length = Math.sqrt(squares) || 1;
    for (const [position, weight] of entries) entries.set(position, weight / length);
  }
  return counts;
}

/** Columns for trees: how often each of the commonest words occurs, and the text's length. */
export function wordColumns(texts: readonly (string | null)[]): Float64Array[] {
  const words = texts.map((text) => wordsOf(text ?? ""));
  const inTexts = new Map<string, number>();
  for (const list of words) for (const word of new Set(list)) inTexts.set(word, (inTexts.get(word) ?? 0) + 1);
  const common = [...inTexts.keys()].sort((a, b) => inTexts.get(b)! - inTexts.get(a)! || (a < b ? -1 : 1));
  const positions = new Map(common.slice(0, mostWords).map((word, index) => [word, index]));
  const columns = Array.from({ length: positions.size + 1 }, () => new Float64Array(texts.length));
  for (const [row, list] of words.entries()) {
    columns[positions.size]![row] = list.length;
    for (const word of list) {
      const position = positions.get(word);
      if (position !== undefined) columns[position]![row]! += 1;
    }
  }
  return columns;
}
