import { plainText } from "../../../lib/plain-text.ts";

const mostCharacters = 2000;

/** A model's account of its work as a commit's message: plain, and not too long. */
export function shortSummary(text: string): string {
  const start = text.trimStart().slice(0, 2 * mostCharacters);
  // Through bytes: a cut may have split a pair of surrogates.
  return Buffer.from(plainText(start).slice(0, mostCharacters)).toString().trim();
}
