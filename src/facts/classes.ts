import { readFileSync } from "node:fs";

/**
 * Names of a competition's classes, in the order of the columns of a submission: `data/classes/<id>.json`. Only for
 * competitions whose raw data need not show every class, or not in this order.
 */
export function loadClasses(id: string): readonly string[] {
  return JSON.parse(readFileSync(new URL(`../../data/classes/${id}.json`, import.meta.url), "utf8"));
}
