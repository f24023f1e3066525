/** What code and models of others must not be about, or an agent would copy a solution instead of finding one. */
export interface CompetitionNames {
  readonly id: string;
  /** Its title. */
  readonly name: string;
}

/** Matches a competition's id and title, however their words are joined: `dog-breed`, `dog_breed`, `Dog Breed`, `DogBreed`. */
export function mentionPattern({ id, name }: CompetitionNames): RegExp {
  const phrases = [id, ...titlesOf(name)].map((text) => text.match(/[\p{L}\p{N}]+/gu) ?? []);
  const alternatives = phrases.filter((words) => words.length > 0).map((words) => words.join("[\\W_]{0,3}"));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${[...new Set(alternatives)].join("|")})(?![\\p{L}\\p{N}])`, "iu");
}

/** A title, and its parts around colons and dashes when they are long enough to mean nothing else. */
function titlesOf(title: string): string[] {
  const wordsIn = (text: string): number => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  const parts = title.split(/[:|()–—]| - /).filter((part) => wordsIn(part) >= 3);
  // One word is a word of the language.
  return [...(wordsIn(title) >= 2 ? [title] : []), ...parts];
}
