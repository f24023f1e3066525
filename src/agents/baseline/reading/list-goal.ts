import { asText } from "../../../frame/as-text.ts";
import type { Column } from "../../../frame/column.ts";
import type { ListGoal } from "./goal.ts";

const labelsOf = (cell: string): string[] => cell.split(" ").filter((label) => label !== "");

/**
 * The goal of a column that lists labels: the sample's cells are distinct labels of the training column, separated by blanks.
 * Null for other texts: masks and boxes repeat numbers, and sentences have words that are not in the training column.
 */
export function findListGoal(source: Column, wanted: Column): ListGoal | null {
  const wholes = new Set(asText(source));
  // A single label may contain blanks.
  if (asText(wanted).every((cell) => wholes.has(cell))) return null;
  const lists = asText(source).map((cell) => (cell === "nan" ? [] : labelsOf(cell)));
  const known = new Set(lists.flat());
  const cells = asText(wanted).map(labelsOf);
  const length = commonest(cells.map((cell) => cell.length));
  if (length < 2) return null;
  const isList = (labels: readonly string[]): boolean => new Set(labels).size === labels.length;
  const isKnown = (labels: readonly string[]): boolean => labels.every((label) => known.has(label));
  if (!cells.every((labels) => isList(labels)) || !lists.every(isList)) return null;
  // Rare labels may be in no training row.
  const share = cells.filter(isKnown).length / cells.length;
  const repeated = lists.flat().length / known.size;
  if (share < 0.5 || repeated < 1.2) return null;
  return { kind: "list", column: wanted.name, lists, length };
}

function commonest(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].reduce((a, b) => (b[1] > a[1] ? b : a))[0];
}
