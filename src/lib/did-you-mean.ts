/**
 * A sentence naming the candidates closest to a mistyped word, or an empty string if none is close. A candidate is
 * close if it contains the word, or if at most a third of the word's letters (or two, if that is more) must change.
 * Case is ignored. The sentence begins with a space, ready to follow another one.
 *
 * @example didYouMean("spaceship-titanik", ["spaceship-titanic", "AI4Code"]) // => " Did you mean `spaceship-titanic`?"
 */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const typed = word.toLowerCase();
  if (typed === "") return "";
  const allowed = Math.max(2, Math.floor(typed.length / 3));
  const close: { name: string; edits: number }[] = [];
  for (const name of candidates) {
    const edits = editDistance(typed, name.toLowerCase());
    if (edits <= allowed) close.push({ name, edits });
    else if (typed.length >= 3 && name.toLowerCase().includes(typed)) close.push({ name, edits: allowed + 1 });
  }
  close.sort((left, right) => left.edits - right.edits);
  const names = close.slice(0, 3).map(({ name }) => `\`${name}\``);
  if (names.length === 0) return "";
  const last = names.pop()!;
  return ` Did you mean ${names.length === 0 ? last : `${names.join(", ")} or ${last}`}?`;
}

/** Letters to insert, remove or replace. Not taken from a library, which would slow down the start of every command. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let line = 1; line <= from.length; line += 1) {
    const next = [line];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = row[column - 1]! + (from[line - 1] === to[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[column]! + 1, next[column - 1]! + 1));
    }
    row = next;
  }
  return row[to.length]!;
}
