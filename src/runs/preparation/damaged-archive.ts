import { rm } from "node:fs/promises";
import type { CompetitionFolder } from "../../facts/competition-folder.ts";
import { ArchiveError, type ArchiveProblem } from "../../lib/archive/archive-error.ts";
import { BenchError } from "../../lib/errors.ts";
import { rememberedArchive, updateRecord } from "./preparation-record.ts";

const damages: readonly ArchiveProblem[] = ["not-an-archive", "truncated", "corrupt", "overlap"];

/**
 * The error to report when the archive in the data folder cannot be extracted. One that we downloaded is removed, so that
 * the next try downloads it again; one that a user put there stays.
 */
export async function explainDamage(id: string, folder: CompetitionFolder, error: unknown): Promise<unknown> {
  if (!(error instanceof ArchiveError) || !damages.includes(error.problem)) return error;
  const isOurs = rememberedArchive(folder.record, folder.archive)?.downloaded === true;
  if (isOurs) {
    await updateRecord(folder.record, { archive: null });
    await rm(folder.archive, { force: true });
  }
  const advice = isOurs
    ? "It was removed: run the same command again to download it again."
    : `Remove ${folder.archive} to download it from Kaggle, or replace it.`;
  const message = `The archive of \`${id}\` cannot be extracted. ${error.message}. ${advice}`;
  return new BenchError(error.code, message, { cause: error });
}
