import { distance } from "fastest-levenshtein";

/**
 * A sentence naming the candidates closest to a mistyped word, or an empty string when none is close.
 * A candidate is close when it contains the word, or when at most a third of the word's letters (two at least)
 * have to change. Letter case is ignored. The sentence begins with a blank, ready to follow another one.
 *
 * @example didYouMean("spaceship-titanik", ["spaceship-titanic", "AI4Code"]) // => " Did you mean `spaceship-titanic`?"
 */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const typed = word.toLowerCase();
  if (typed === "") return "";
  const allowed = Math.max(2, Math.floor(typed.length / 3));
  const close: { name: string; edits: number }[] = [];
  for (const name of candidates) {
    const edits = distance(typed, name.toLowerCase());
    if (edits <= allowed) close.push({ name, edits });
    else if (typed.length >= 3 && name.toLowerCase().includes(typed)) close.push({ name, edits: allowed + 1 });
  }
  close.sort((left, right) => left.edits - right.edits);
  const names = close.slice(0, 3).map(({ name }) => `\`${name}\``);
  if (names.length === 0) return "";
  const last = names.pop()!;
  return ` Did you mean ${names.length === 0 ? last : `${names.join(", ")} or ${last}`}?`;
}
