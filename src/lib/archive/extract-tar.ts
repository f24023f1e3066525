import { stat } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import type { ArchiveEntry } from "./archive-entry.ts";
import { ArchiveError } from "./archive-error.ts";
import type { ByteSource } from "./byte-source.ts";
import { EntryNames } from "./entry-names.ts";
import { type ExtractOptions, extractSafely } from "./extract-safely.ts";
import { openTar } from "./open-tar.ts";
import { SizeGuard } from "./size-guard.ts";
import { type TarEntry, TarReader } from "./tar-reader.ts";
import { TreeWriter } from "./tree-writer.ts";

/** Files up to this size are read into memory and written at once. */
const smallBytes = 2 ** 20;

/**
 * Extracts a tar or tar.gz file into a directory, under the rules of `extractZip`; hard links count as links and are
 * refused. A tar file has no table of contents, and listing a compressed one means decompressing it, so it is read only
 * once: every entry is checked before it is written, and a refusal removes the entries before it.
 */
export async function extractTar(
  archive: string,
  directory: string,
  options: ExtractOptions = {},
): Promise<ArchiveEntry[]> {
  const source = await openTar(archive);
  try {
    return await extractSafely(archive, directory, options, (temporary) =>
      extractEntries(archive, source, temporary, options),
    );
  } finally {
    await source.close();
  }
}

/** The entries of a tar or tar.gz file in archive order, unchecked. */
export async function listTar(archive: string): Promise<ArchiveEntry[]> {
  const source = await openTar(archive);
  try {
    const entries: ArchiveEntry[] = [];
    for await (const { name, type, size } of new TarReader(archive, source).entries())
      entries.push({ name, type, size });
    return entries;
  } finally {
    await source.close();
  }
}

async function extractEntries(archive: string, source: ByteSource, root: string, options: ExtractOptions) {
  const names = new EntryNames(archive);
  const guard = new SizeGuard(archive, (await stat(archive)).size, options.limits);
  const writer = new TreeWriter(archive, root);
  const done: ArchiveEntry[] = [];
  let bytes = 0;
  const advance = (more: number) => {
    options.signal?.throwIfAborted();
    bytes += more;
    options.onProgress?.({ entries: done.length, totalEntries: null, bytes, totalBytes: null });
  };
  for await (const entry of new TarReader(archive, source).entries()) {
    if (entry.type === "special") {
      throw new ArchiveError("special-file", { archive, entry: entry.name }, "is a link or a special file");
    }
    const target = names.add(entry.name, entry.type);
    guard.add(entry.name, entry.size);
    await extractEntry(writer, entry, target, advance);
    done.push({ name: entry.name, type: entry.type, size: entry.size });
    advance(0);
    if (done.length % 256 === 0) await setImmediate();
  }
  return done;
}

async function extractEntry(writer: TreeWriter, entry: TarEntry, target: string, advance: (bytes: number) => void) {
  if (entry.type === "directory") return writer.makeDirectory(entry.name, target);
  if (entry.size > smallBytes) return writer.copyPieces(entry.name, target, entry.pieces(), advance);
  writer.writeFile(entry.name, target, await entry.read());
  advance(entry.size);
}
