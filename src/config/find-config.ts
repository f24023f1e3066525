import { existsSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../lib/errors.ts";

const names = ["ts", "js", "mjs", "json"].map((extension) => `mlebench.config.${extension}`);

/**
 * The config file in a folder; null if there is none. Folders above are not searched, so that a result never depends on
 * files out of sight.
 *
 * @throws UsageError when there are several.
 */
export function findConfig(folder: string): string | null {
  const found = names.filter((name) => existsSync(join(folder, name)));
  if (found.length > 1)
    throw new UsageError(`${folder} has ${found.join(" and ")}: keep one, or name one with --config.`);
  return found[0] === undefined ? null : join(folder, found[0]);
}
