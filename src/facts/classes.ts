import { readFileSync } from "node:fs";

/**
 * Names of a competition's classes in the order of a submission's columns: `data/classes/<id>.json`. Only for
 * competitions whose raw data may lack a class, or has the classes in another order.
 */
export function loadClasses(id: string): readonly string[] {
  return JSON.parse(readFileSync(new URL(`../../data/classes/${id}.json`, import.meta.url), "utf8"));
}
