import { distance } from "fastest-levenshtein";
import { sequenceLevenshtein } from "./sequence-levenshtein.ts";

/**
 * The smallest number of insertions, deletions and replacements of characters that turn one text into the other. Same
 * as `Levenshtein.distance` in Python; scikit-learn has no twin.
 *
 * Characters are code points, so an emoji counts as one. The distance from an empty text is the length of the other.
 *
 * @example levenshtein("kitten", "sitting") // => 3
 */
export function levenshtein(truth: string, prediction: string): number {
  if (SURROGATE.test(truth) || SURROGATE.test(prediction)) return sequenceLevenshtein([...truth], [...prediction]);
  return unitDistance(truth, prediction);
}

const SURROGATE = /[\ud800-\udfff]/;

/** The distance in UTF-16 units. A common prefix or suffix costs nothing, so both are removed first. */
function unitDistance(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  let end = 0;
  while (end < shorter - start && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) end++;
  return distance(a.slice(start, a.length - end), b.slice(start, b.length - end));
}
