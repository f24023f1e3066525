import { createHash } from "node:crypto";

/** Digits and letters without those that look alike. */
const letters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/**
 * An id in the form that Inspect gives its logs and events: 22 characters without `-` and `_`, which separate the parts of a log's
 * name. The same parts always give the same id.
 */
export function inspectId(...parts: readonly (string | number)[]): string {
  let rest = BigInt(`0x${createHash("sha256").update(JSON.stringify(parts)).digest("hex")}`);
  let id = "";
  for (let index = 0; index < 22; index += 1) {
    id += letters[Number(rest % BigInt(letters.length))]!;
    rest /= BigInt(letters.length);
  }
  return id;
}
