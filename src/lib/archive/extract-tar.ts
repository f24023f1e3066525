import { stat } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import type { ArchiveEntry } from "./archive-entry.ts";
import { ArchiveError } from "./archive-error.ts";
import { type ByteSource, FileBytes, GunzippedBytes } from "./byte-source.ts";
import { EntryNames } from "./entry-names.ts";
import { type ExtractOptions, extractSafely } from "./extract-safely.ts";
import { SizeGuard } from "./size-guard.ts";
import { type TarEntry, TarReader } from "./tar-reader.ts";
import { TreeWriter } from "./tree-writer.ts";

/** Up to this size a file is gathered in memory and written at once. */
const smallBytes = 2 ** 20;

/**
 * Unpacks a tar or tar.gz file into a directory, under the rules of `extractZip`; hard links count as links and are refused.
 * A tar file has no directory, and listing a compressed one means unpacking it, so it is read once: every entry is judged before a
 * byte of it is written, and a refusal removes what came before it.
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

/** The entries of a tar or tar.gz file in its order, unjudged. */
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

async function openTar(archive: string): Promise<ByteSource> {
  const plain = await FileBytes.open(archive);
  const start = await plain.take(2);
  await plain.close();
  return start.equals(Buffer.from([0x1f, 0x8b])) ? new GunzippedBytes(archive) : FileBytes.open(archive);
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
  const pieces: Buffer[] = [];
  for await (const piece of entry.pieces()) pieces.push(piece);
  writer.writeFile(entry.name, target, pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces));
  advance(entry.size);
}
