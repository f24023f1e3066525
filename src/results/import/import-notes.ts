import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { hasCode } from "../../lib/error-code.ts";
import { BenchError } from "../../lib/errors.ts";
import { logNotes, runNotes } from "../run-notes.ts";

/** The file beside imported grading reports that holds what they cannot say. */
export const notesFile = "imported.json";

const importNotes = logNotes.extend({
  /** For each grading report what is known about its runs, in the report's order. */
  files: z.record(z.string(), z.array(runNotes)),
});
export type ImportNotes = z.infer<typeof importNotes>;

/** What is known about the runs of one grading report. The first report of a folder stands for its missing runs as well. */
export interface ReportNotes extends Pick<ImportNotes, "label" | "missing"> {
  readonly runs: ImportNotes["files"][string];
}

/**
 * Null for a report that was not imported.
 *
 * @throws BenchError when the notes cannot be read.
 */
export function readReportNotes(report: string): ReportNotes | null {
  const path = join(dirname(report), notesFile);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
  const notes = parseNotes(path, text);
  const runs = notes.files[basename(report)];
  if (runs === undefined) return null;
  const isFirst = Object.keys(notes.files)[0] === basename(report);
  return { label: notes.label, runs, missing: isFirst ? notes.missing : [] };
}

function parseNotes(path: string, text: string): ImportNotes {
  try {
    return importNotes.parse(JSON.parse(text));
  } catch (cause) {
    const problem = cause instanceof z.ZodError ? z.prettifyError(cause) : (cause as Error).message;
    const advice = "Import again, or remove the file: the reports can be read without it.";
    throw new BenchError("unreadable-notes", `${path} does not describe imported reports: ${problem}\n${advice}`, {
      cause,
    });
  }
}
