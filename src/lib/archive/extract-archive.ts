import type { ArchiveEntry } from "./archive-entry.ts";
import { ArchiveError } from "./archive-error.ts";
import { type ArchiveFormat, detectArchive } from "./detect-archive.ts";
import type { ExtractOptions } from "./extract-safely.ts";
import { extractSevenZip } from "./extract-seven-zip.ts";
import { extractTar, listTar } from "./extract-tar.ts";
import { extractZip } from "./extract-zip.ts";
import { listSevenZip } from "./list-seven-zip.ts";
import { listZip } from "./list-zip.ts";

/**
 * Extracts a zip, 7z, tar or tar.gz file, recognised by its content and not by its name, into a directory that appears
 * only once it is complete. Refuses anything unsafe or damaged with an `ArchiveError`; see `extractZip`. Returns the
 * entries.
 */
export async function extractArchive(
  archive: string,
  directory: string,
  options: ExtractOptions = {},
): Promise<ArchiveEntry[]> {
  const extract = { zip: extractZip, "7z": extractSevenZip, tar: extractTar, "tar.gz": extractTar };
  return extract[await requireFormat(archive)](archive, directory, options);
}

/** The entries of a zip, 7z, tar or tar.gz file as the archive lists them, unchecked. */
export async function listArchive(archive: string): Promise<readonly ArchiveEntry[]> {
  const list = { zip: listZip, "7z": listSevenZip, tar: listTar, "tar.gz": listTar };
  return list[await requireFormat(archive)](archive);
}

async function requireFormat(archive: string): Promise<ArchiveFormat> {
  const found = await detectArchive(archive);
  if ("format" in found) return found.format;
  const reason = `is not a zip, 7z, tar or tar.gz archive (found: ${found.other})`;
  throw new ArchiveError("not-an-archive", { archive }, reason);
}
