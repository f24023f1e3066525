import { lstatSync } from "node:fs";
import { chmod, stat } from "node:fs/promises";
import { walk } from "../files/walk.ts";
import type { ArchiveEntry } from "./archive-entry.ts";
import { ArchiveError } from "./archive-error.ts";
import { EntryNames } from "./entry-names.ts";
import { type ExtractOptions, extractSafely, requireFreeSpace } from "./extract-safely.ts";
import { listSevenZip, noPassword, type SevenZipEntry, sevenZipFailure } from "./list-seven-zip.ts";
import { findSevenZip, runSevenZip, type SevenZipProgram, sevenZipPath } from "./seven-zip-program.ts";
import { SizeGuard } from "./size-guard.ts";

/**
 * Extracts a 7z file into a directory, under the rules of `extractZip`. The listing is checked before 7-Zip extracts
 * anything, and the result is compared with the listing before it is moved into place.
 */
export async function extractSevenZip(
  archive: string,
  directory: string,
  options: ExtractOptions & { program?: SevenZipProgram } = {},
): Promise<ArchiveEntry[]> {
  const program = options.program ?? findSevenZip();
  const { signal } = options;
  const entries = await listSevenZip(archive, { program, ...(signal && { signal }) });
  const expected = await checkEntries(archive, entries, options);
  return extractSafely(archive, directory, options, async (temporary) => {
    await requireFreeSpace(archive, temporary, expected.bytes);
    const report = (share: number, done: number) =>
      options.onProgress?.({
        entries: done,
        totalEntries: entries.length,
        bytes: Math.floor(expected.bytes * share),
        totalBytes: expected.bytes,
      });
    const target = `-o${sevenZipPath(program, temporary)}`;
    const parameters = ["x", "-t7z", "-y", "-bso0", "-bsp1", noPassword, target, "--", sevenZipPath(program, archive)];
    const onPercent = (percent: number) => report(percent / 100, 0);
    const result = await runSevenZip(program, parameters, { signal, onPercent });
    if (result.code !== 0) throw sevenZipFailure(archive, result);
    await compareWithListing(archive, temporary, expected.files);
    report(1, entries.length);
    return entries.map(({ name, type, size }) => ({ name, type, size }));
  });
}

async function checkEntries(archive: string, entries: SevenZipEntry[], options: ExtractOptions) {
  const names = new EntryNames(archive);
  const guard = new SizeGuard(archive, (await stat(archive)).size, options.limits);
  const files = new Map<string, number>();
  for (const entry of entries) {
    const where = { archive, entry: entry.name };
    if (entry.type === "special") throw new ArchiveError("special-file", where, "is a link or a special file");
    if (entry.encrypted) throw new ArchiveError("encrypted", where, "is encrypted");
    const path = names.add(entry.name, entry.type);
    if (entry.type === "file") files.set(path, entry.size);
    guard.add(entry.name, entry.size);
  }
  return { files, bytes: guard.bytes };
}

async function compareWithListing(archive: string, root: string, expected: Map<string, number>): Promise<void> {
  const missing = new Set(expected.keys());
  for await (const entry of walk(root)) {
    if (entry.type === "directory") {
      // Without attributes the listing does not distinguish an empty directory from an empty file.
      if (expected.get(entry.path) === 0) missing.delete(entry.path);
      continue;
    }
    const stats = lstatSync(entry.absolute);
    if (entry.type !== "file" || expected.get(entry.path) !== stats.size) {
      const reason = "differs from the archive's listing after extraction by 7-Zip";
      throw new ArchiveError("corrupt", { archive, entry: entry.path }, reason);
    }
    missing.delete(entry.path);
    // 7-Zip restores modes, but the owner must be able to read and replace every file.
    if ((stats.mode & 0o600) !== 0o600) await chmod(entry.absolute, stats.mode | 0o600);
  }
  for (const entry of missing) {
    throw new ArchiveError("corrupt", { archive, entry }, "is listed, but 7-Zip did not extract it under that name");
  }
}
