import { readFileSync, statSync } from "node:fs";
import { z } from "zod";
import { writeFileAtomically } from "../../lib/files/replace-file.ts";

const archiveSchema = z.object({
  bytes: z.number(),
  modifiedMs: z.number(),
  md5: z.string(),
  /** Whether we downloaded it, rather than a user putting it there. */
  downloaded: z.boolean().optional(),
});
const schema = z.object({
  /** The archive whose checksum was computed last. */
  archive: archiveSchema.nullable(),
  /** MD5 of the archive that `raw/` was extracted from; null if we did not extract it. */
  raw: z.string().nullable(),
  /** Whether to remove `raw/` once the preparation is done. */
  discardRaw: z.boolean(),
});

/** What one preparation remembers for the next. Losing it costs nothing but time. */
type PreparationRecord = z.infer<typeof schema>;
type ArchiveRecord = z.infer<typeof archiveSchema>;

/** The record in a file, or an empty one. */
export function readRecord(path: string): PreparationRecord {
  try {
    return schema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return { archive: null, raw: null, discardRaw: false };
  }
}

/** Changes parts of the record in a file. */
export async function updateRecord(path: string, change: Partial<PreparationRecord>): Promise<void> {
  await writeFileAtomically(path, `${JSON.stringify({ ...readRecord(path), ...change })}\n`);
}

/** What the record in a file says about an archive; null if the archive has changed since, or is another. */
export function rememberedArchive(path: string, archive: string): ArchiveRecord | null {
  const remembered = readRecord(path).archive;
  const { size, mtimeMs } = statSync(archive);
  return remembered?.bytes === size && remembered.modifiedMs === mtimeMs ? remembered : null;
}

/** What to remember about an archive. */
export function describeArchive(archive: string, md5: string): ArchiveRecord {
  const { size, mtimeMs } = statSync(archive);
  return { bytes: size, modifiedMs: mtimeMs, md5 };
}
