import { UsageError } from "../../lib/errors.ts";
import type { Export, ExportFile } from "../export/export-format.ts";
import { inFolders, reportFile, seedsOf, textFile } from "../export/upstream.ts";
import type { ResultSet } from "../result-set.ts";
import { notesOf, notesOfMissing } from "../run-notes.ts";
import { type ImportNotes, notesFile } from "./import-notes.ts";

/**
 * Result sets as folders of grading reports in upstream's shape, one per seed, with a file beside them that holds what such reports
 * cannot say. Read again, a folder gives the same result set.
 */
export function importResults(sets: readonly ResultSet[]): Export {
  const empty = sets.find(({ runs }) => runs.length === 0);
  if (empty !== undefined) {
    throw new UsageError(`There is nothing to import: ${empty.sources.join(", ")} has no graded run.`);
  }
  return { isFolder: true, files: inFolders(sets, filesOf), claims: /grading_report.*\.json$/, notes: [] };
}

function filesOf(set: ResultSet): ExportFile[] {
  const seeds = seedsOf(set);
  const reports = seeds.map(reportFile);
  const notes: ImportNotes = {
    format: 1,
    label: set.label,
    sources: [...set.sources],
    missing: set.missing.map(notesOfMissing),
    files: Object.fromEntries(seeds.map(({ runs }, index) => [reports[index]!.name, runs.map(notesOf)])),
  };
  return [...reports, textFile(notesFile, () => `${JSON.stringify(notes, null, 2)}\n`)];
}
