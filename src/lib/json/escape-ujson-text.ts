import { escapeUnit } from "./escape-json-text.ts";

const special = /["\\/\0-\x1f\x80-\uffff]/g;

/**
 * The inside of a JSON text as `DataFrame.to_json` prints it: like Python's `json`, but `/` becomes `\/` and U+007F
 * stays as it is.
 */
export function escapeUjsonText(text: string): string {
  return text.search(special) < 0 ? text : text.replace(special, (unit) => (unit === "/" ? "\\/" : escapeUnit(unit)));
}
