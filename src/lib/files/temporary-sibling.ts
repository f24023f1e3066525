import { randomUUID } from "node:crypto";
import path from "node:path";

/** An unused name beside `target`, on the same file system, for work that is renamed into place once it is complete. */
export function temporarySibling(target: string, purpose = "writing"): string {
  const absolute = path.resolve(target);
  return path.join(path.dirname(absolute), `.${path.basename(absolute)}.${purpose}-${randomUUID().slice(0, 8)}`);
}

/** What `temporarySibling` names: `.<name>.<purpose>-<eight hexadecimal digits>`. */
export const temporaryName = /^\.(?<target>.+)\.(?<purpose>[a-z]+)-[0-9a-f]{8}$/;
