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
 * Unpacks a zip, 7z, tar or tar.gz file, told apart by content and not by name, into a directory that appears complete or not at
 * all. Anything unsafe or damaged is refused with an `ArchiveError`; see `extractZip`. Returns the entries.
 */
export async function extractArchive(
  archive: string,
  directory: string,
  options: ExtractOptions = {},
): Promise<ArchiveEntry[]> {
  const extract = { zip: extractZip, "7z": extractSevenZip, tar: extractTar, "tar.gz": extractTar };
  return extract[await requireFormat(archive)](archive, directory, options);
}

/** The entries of a zip, 7z, tar or tar.gz file, as it states them: nothing is judged. */
export async function listArchive(archive: string): Promise<readonly ArchiveEntry[]> {
  const list = { zip: listZip, "7z": listSevenZip, tar: listTar, "tar.gz": listTar };
  return list[await requireFormat(archive)](archive);
}

async function requireFormat(archive: string): Promise<ArchiveFormat> {
  const found = await detectArchive(archive);
  if ("format" in found) return found.format;
  const reason = `is no archive that can be unpacked (zip, 7z, tar, tar.gz) but a ${found.other}`;
  throw new ArchiveError("not-an-archive", { archive }, reason);
}
