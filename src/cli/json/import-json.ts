import { dirname } from "node:path";
import type { WrittenFile } from "../../results/export/write-export.ts";
import type { ResultSet } from "../../results/result-set.ts";

/** A result set that was imported. */
export function importJson(
  { set, folder }: { readonly set: ResultSet; readonly folder: string },
  written: readonly WrittenFile[],
) {
  return {
    label: set.label,
    sources: set.sources,
    runs: set.runs.length,
    missing: set.missing.length,
    folder,
    files: written.filter(({ path }) => dirname(path) === folder).map(({ path, bytes }) => ({ path, bytes })),
  };
}
