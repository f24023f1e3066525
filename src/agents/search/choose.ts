import { z } from "zod";

/** Ids as models write them; some turn them into numbers. */
export const idList = z.array(z.union([z.string(), z.number().transform(String)]));

/** What is left of a model's choice, and what has to be said about it. */
export interface Choice {
  readonly ids: readonly string[];
  /** In words, where the model's answer was not followed to the letter. */
  readonly remarks: readonly string[];
}

/** Keeps the ids that exist, each once, at most so many. */
export function choose(what: string, named: readonly string[] | null, known: readonly string[], most: number): Choice {
  if (named === null) return { ids: [], remarks: [`${what}: the model gave no usable answer.`] };
  const ids = [...new Set(named.map((id) => id.trim()))];
  const unknown = ids.filter((id) => !known.includes(id));
  const valid = ids.filter((id) => known.includes(id));
  const remarks = [
    ...(unknown.length === 0 ? [] : [`${what}: ${listed(unknown)} ${unknown.length === 1 ? "does" : "do"} not exist.`]),
    ...(valid.length > most ? [`${what}: ${valid.length} were named, ${most} taken.`] : []),
  ];
  return { ids: valid.slice(0, most), remarks };
}

/** What a model wrote, short enough for a record. */
function listed(ids: readonly string[]): string {
  const shown = ids.slice(0, 5).map((id) => JSON.stringify(id.length <= 40 ? id : `${id.slice(0, 39)}…`));
  return shown.join(", ") + (ids.length > shown.length ? ` and ${ids.length - shown.length} more` : "");
}
