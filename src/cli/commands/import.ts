import { join, resolve } from "node:path";
import { UsageError } from "../../lib/errors.ts";
import { folderNames } from "../../results/export/upstream.ts";
import { writeExport } from "../../results/export/write-export.ts";
import { importResults } from "../../results/import/import-results.ts";
import { readResultSets } from "../../results/read-result-sets.ts";
import type { ResultSet } from "../../results/result-set.ts";
import { defaultRunDirectory } from "../../runs/state/find-runs.ts";
import { exitCodes } from "../exit-codes.ts";
import { importJson } from "../json/import-json.ts";
import { formatTable, note, print, printJson } from "../output.ts";
import { shownPath } from "../views/shown-path.ts";
import type { ImportOptions } from "./import.options.ts";

/** Writes a folder for each result set. */
export async function run(names: readonly string[], options: ImportOptions): Promise<number> {
  const sets = await readResultSets(names, resolve(options.runDir ?? defaultRunDirectory()));
  for (const set of sets) refuseGroups(set);
  const output = resolve(options.output ?? "imported");
  const labels = folderNames(sets);
  // A single set goes into the folder that was named; others, and all without --output, get one of their own.
  const isOwn = options.output !== undefined && sets.length === 1;
  const folders = labels.map((label) => (isOwn ? output : join(output, label)));
  const written = await writeExport(importResults(sets), sets.length === 1 ? folders[0]! : output, {
    force: options.force ?? false,
  });
  const imported = sets.map((set, index) => ({ set, folder: folders[index]! }));
  if (options.json) printJson(imported.map((each) => importJson(each, written)));
  else {
    const row = ({ set, folder }: (typeof imported)[number]) =>
      [set.label, set.runs.length, set.missing.length, shownPath(folder)] as const;
    print(formatTable(["results", "graded", "missing", "folder"], imported.map(row)));
  }
  note(`To see them: mlebench report ${folders.map(shownPath).join(" ")}`);
  return exitCodes.done;
}

function refuseGroups({ runs, sources }: ResultSet): void {
  if (runs.every(({ record }) => record === null)) return;
  const [group] = sources;
  throw new UsageError(
    `\`${group}\` is a run group: its results are here already. \`mlebench export ${group} --to upstream\` writes its grading reports.`,
  );
}
