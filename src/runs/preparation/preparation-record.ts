import { readFileSync, statSync } from "node:fs";
import { z } from "zod";
import { writeFileAtomically } from "../../lib/files/replace-file.ts";

const archiveSchema = z.object({ bytes: z.number(), modifiedMs: z.number(), md5: z.string() });
const schema = z.object({
  /** The archive whose checksum was computed last. */
  archive: archiveSchema.nullable(),
  /** MD5 of the archive that `raw/` was extracted from; null when we did not extract it. */
  raw: z.string().nullable(),
  /** `raw/` is to go when the preparation is done. */
  discardRaw: z.boolean(),
});

/** What a preparation remembers for the next: see the fields. Losing it costs time only. */
export type PreparationRecord = z.infer<typeof schema>;

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

/** The checksum of an archive as the record has it; null when it is another file by now. */
export function rememberedMd5(record: PreparationRecord, archive: string): string | null {
  const { size, mtimeMs } = statSync(archive);
  return record.archive?.bytes === size && record.archive.modifiedMs === mtimeMs ? record.archive.md5 : null;
}

/** What to remember of an archive. */
export function describeArchive(archive: string, md5: string): NonNullable<PreparationRecord["archive"]> {
  const { size, mtimeMs } = statSync(archive);
  return { bytes: size, modifiedMs: mtimeMs, md5 };
}
