import type { ResultSet } from "./result-set.ts";

/** Sets of the same name are told apart by where they come from. */
export function withDistinctLabels(sets: readonly ResultSet[]): ResultSet[] {
  const labels = sets.map(({ label }) => label);
  return sets.map((set, index) => {
    const isUnique = labels.indexOf(set.label) === labels.lastIndexOf(set.label);
    return isUnique ? set : { ...set, label: `${index + 1}: ${set.label} (${set.sources[0]})` };
  });
}
