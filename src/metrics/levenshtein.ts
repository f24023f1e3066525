import { distance } from "fastest-levenshtein";
import { sequenceLevenshtein } from "./sequence-levenshtein.ts";

/**
 * Fewest insertions, deletions and replacements of characters that turn one text into the other. Same as
 * `Levenshtein.distance`: characters are code points, so an emoji is one.
 *
 * @example levenshtein("kitten", "sitting") // => 3
 */
export function levenshtein(truth: string, prediction: string): number {
  if (SURROGATE.test(truth) || SURROGATE.test(prediction)) return sequenceLevenshtein([...truth], [...prediction]);
  return unitDistance(truth, prediction);
}

const SURROGATE = /[\ud800-\udfff]/;

/** Distance over UTF-16 units. What both texts share at their ends never costs anything, so it is cut off first. */
function unitDistance(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  let end = 0;
  while (end < shorter - start && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) end++;
  return distance(a.slice(start, a.length - end), b.slice(start, b.length - end));
}
