import { stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { setImmediate } from "node:timers/promises";
import type { ArchiveEntry } from "./archive-entry.ts";
import { ArchiveError } from "./archive-error.ts";
import { EntryNames } from "./entry-names.ts";
import { type ExtractOptions, extractSafely, requireFreeSpace } from "./extract-safely.ts";
import { SizeGuard } from "./size-guard.ts";
import { TreeWriter } from "./tree-writer.ts";
import type { ZipEntry } from "./zip-directory.ts";
import { ZipReader } from "./zip-reader.ts";

/** Entries up to this size are decompressed on this thread: another thread would cost more than it saves. */
const smallBytes = 128 * 2 ** 10;
/** Entries up to this size are decompressed in memory on another thread, larger ones piece by piece. */
const mediumBytes = 16 * 2 ** 20;

/**
 * Extracts a zip file into a directory, which appears only once it is complete. Throws an `ArchiveError` that names the
 * entry on names that lead outside, links and special files, repeated names, bombs, damage, encryption and unknown
 * compression. Modes and times are not restored, as in Python's `ZipFile.extractall`. Returns the entries in the order
 * of the central directory.
 */
export async function extractZip(
  archive: string,
  directory: string,
  options: ExtractOptions = {},
): Promise<ArchiveEntry[]> {
  const reader = await ZipReader.open(archive);
  try {
    const checked = await checkEntries(reader, options);
    return await extractSafely(archive, directory, options, async (temporary) => {
      await requireFreeSpace(archive, temporary, checked.bytes);
      await new ZipExtraction(reader, temporary, options, checked.bytes).run(checked.paths);
      return reader.entries.map(({ name, type, size }) => ({ name, type, size }));
    });
  } finally {
    await reader.close();
  }
}

/** Checks everything that the central directory states before anything is extracted. */
async function checkEntries(reader: ZipReader, options: ExtractOptions) {
  const names = new EntryNames(reader.archive);
  const guard = new SizeGuard(reader.archive, (await stat(reader.archive)).size, options.limits);
  const paths = reader.entries.map((entry) => {
    const where = { archive: reader.archive, entry: entry.name };
    if (entry.type === "special") throw new ArchiveError("special-file", where, "is a link or a special file");
    const target = names.add(entry.name, entry.type);
    reader.requireReadable(entry);
    guard.add(entry.name, entry.size, entry.compressedSize);
    return target;
  });
  return { paths, bytes: guard.bytes };
}

class ZipExtraction {
  readonly #reader: ZipReader;
  readonly #writer: TreeWriter;
  readonly #options: ExtractOptions;
  readonly #totalBytes: number;
  readonly #running = new Set<Promise<void>>();
  #entries = 0;
  #bytes = 0;
  #failure: { error: unknown } | null = null;

  constructor(reader: ZipReader, root: string, options: ExtractOptions, totalBytes: number) {
    this.#reader = reader;
    this.#writer = new TreeWriter(reader.archive, root);
    this.#options = options;
    this.#totalBytes = totalBytes;
  }

  async run(paths: string[]): Promise<void> {
    const { entries } = this.#reader;
    // In file order, so that reading is sequential.
    const order = [...entries.keys()].sort((a, b) => entries[a]!.offset - entries[b]!.offset);
    let bytesAtPause = 0;
    try {
      for (const index of order) {
        this.#throwIfStopped();
        await this.#extract(entries[index]!, paths[index]!);
        // Small entries never wait for anything, so pause for timers and signals.
        if (this.#bytes - bytesAtPause > mediumBytes || this.#entries % 256 === 0) {
          bytesAtPause = this.#bytes;
          await setImmediate();
        }
      }
    } finally {
      await Promise.all(this.#running);
    }
    this.#throwIfStopped();
  }

  async #extract(entry: ZipEntry, target: string): Promise<void> {
    if (entry.type === "directory") {
      this.#writer.makeDirectory(entry.name, target);
      return this.#advance(1, 0);
    }
    const bytes = Math.max(entry.size, entry.compressedSize);
    if (bytes > mediumBytes) return this.#inBackground(() => this.#copy(entry, target));
    const packed = await this.#reader.readPacked(entry);
    if (bytes <= smallBytes) return this.#write(entry, target, this.#reader.unpackNow(entry, packed));
    await this.#inBackground(async () => this.#write(entry, target, await this.#reader.unpack(entry, packed)));
  }

  /** Waits only while all processors are busy with other entries. */
  async #inBackground(work: () => Promise<void>): Promise<void> {
    const task = work()
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => this.#running.delete(task));
    this.#running.add(task);
    if (this.#running.size >= availableParallelism()) await Promise.race(this.#running);
  }

  #write(entry: ZipEntry, target: string, content: Buffer): void {
    this.#writer.writeFile(entry.name, target, content);
    this.#advance(1, content.length);
  }

  async #copy(entry: ZipEntry, target: string): Promise<void> {
    await this.#writer.copyPieces(entry.name, target, this.#reader.pieces(entry), (bytes) => {
      this.#throwIfStopped();
      this.#advance(0, bytes);
    });
    this.#advance(1, 0);
  }

  #advance(entries: number, bytes: number): void {
    this.#entries += entries;
    this.#bytes += bytes;
    this.#options.onProgress?.({
      entries: this.#entries,
      totalEntries: this.#reader.entries.length,
      bytes: this.#bytes,
      totalBytes: this.#totalBytes,
    });
  }

  #throwIfStopped(): void {
    this.#options.signal?.throwIfAborted();
    if (this.#failure !== null) throw this.#failure.error;
  }
}
