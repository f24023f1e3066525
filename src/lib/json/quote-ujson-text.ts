import { escapeUnit } from "./quote-json-text.ts";

const plain = /^[ !#-.0-[\]-\x7f]*$/;
const outsideAscii = /[\x80-\uffff]/g;

/** A string as `DataFrame.to_json` prints it: like Python's `json`, but `/` becomes `\/` and U+007F is not escaped. */
export function quoteUjsonText(text: string): string {
  if (plain.test(text)) return `"${text}"`;
  return JSON.stringify(text).replaceAll("/", "\\/").replace(outsideAscii, escapeUnit);
}
