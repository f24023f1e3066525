import { mkdirSync, writeFileSync } from "node:fs";
import { open, stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { hasCode } from "../files.ts";
import type { ArchiveEntry } from "./archive-entry.ts";
import { ArchiveError } from "./archive-error.ts";
import { EntryNames } from "./entry-names.ts";
import { type ExtractOptions, extractSafely, requireFreeSpace } from "./extract-safely.ts";
import { SizeGuard } from "./size-guard.ts";
import type { ZipEntry } from "./zip-directory.ts";
import { ZipReader } from "./zip-reader.ts";

/** Unpacked on the spot: below this a trip to another thread costs more than it saves. */
const smallBytes = 128 * 2 ** 10;
/** Unpacked in memory on another thread; anything larger goes through piece by piece. */
const mediumBytes = 16 * 2 ** 20;

/**
 * Unpacks a zip file into a directory, which appears complete or not at all. Throws `ArchiveError`, naming the entry, on names that
 * lead elsewhere, links and special files, names used twice, bombs, damage, encryption and unknown compression.
 * Modes and times are not restored, as in Python's `ZipFile.extractall`. Returns what was written, in directory order.
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

/** Everything the directory can tell is judged before a single byte is unpacked. */
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
  readonly #root: string;
  readonly #options: ExtractOptions;
  readonly #totalBytes: number;
  readonly #directories = new Set<string>();
  readonly #running = new Set<Promise<void>>();
  #entries = 0;
  #bytes = 0;
  #failure: { error: unknown } | null = null;

  constructor(reader: ZipReader, root: string, options: ExtractOptions, totalBytes: number) {
    this.#reader = reader;
    this.#root = root;
    this.#options = options;
    this.#totalBytes = totalBytes;
  }

  async run(paths: string[]): Promise<void> {
    const { entries } = this.#reader;
    const order = [...entries.keys()].sort((a, b) => entries[a]!.offset - entries[b]!.offset);
    try {
      let breath = 0;
      for (const index of order) {
        this.#throwIfStopped();
        await this.#start(entries[index]!, path.join(this.#root, paths[index]!));
        // Small entries never wait for anything: let timers and signals have their turn.
        if (this.#bytes - breath > mediumBytes || this.#entries % 256 === 0) {
          breath = this.#bytes;
          await setImmediate();
        }
      }
    } finally {
      await Promise.all(this.#running);
    }
    this.#throwIfStopped();
  }

  async #start(entry: ZipEntry, target: string): Promise<void> {
    if (entry.type === "directory") {
      this.#makeDirectory(target);
      return this.#done(0);
    }
    this.#makeDirectory(path.dirname(target));
    if (entry.size <= smallBytes && entry.compressedSize <= 2 * smallBytes) {
      const packed = await this.#reader.readPacked(entry);
      this.#write(entry, target, this.#reader.unpackNow(entry, packed));
      return this.#done(entry.size);
    }
    await this.#inBackground(async () => {
      if (entry.size > mediumBytes || entry.compressedSize > mediumBytes) return this.#copyPieces(entry, target);
      this.#write(entry, target, await this.#reader.read(entry));
      this.#done(entry.size);
    });
  }

  /** Waits only while as many entries as there are processors are under way. */
  async #inBackground(work: () => Promise<void>): Promise<void> {
    const task = work()
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => this.#running.delete(task));
    this.#running.add(task);
    if (this.#running.size >= availableParallelism()) await Promise.race(this.#running);
  }

  async #copyPieces(entry: ZipEntry, target: string): Promise<void> {
    const handle = await open(target, "wx").catch((error) => this.#cannotWrite(entry, error));
    try {
      for await (const piece of this.#reader.pieces(entry)) {
        this.#throwIfStopped();
        await handle.write(piece);
        this.#bytes += piece.length;
        this.#report();
      }
    } finally {
      await handle.close();
    }
    this.#done(0);
  }

  #makeDirectory(directory: string): void {
    if (this.#directories.has(directory)) return;
    mkdirSync(directory, { recursive: true });
    this.#directories.add(directory);
  }

  #write(entry: ZipEntry, target: string, content: Buffer): void {
    try {
      writeFileSync(target, content, { flag: "wx" });
    } catch (error) {
      this.#cannotWrite(entry, error);
    }
  }

  #cannotWrite(entry: ZipEntry, cause: unknown): never {
    const where = { archive: this.#reader.archive, entry: entry.name };
    if (hasCode(cause, "EEXIST", "EISDIR")) {
      throw new ArchiveError("duplicate", where, "has the same name as another on this file system", { cause });
    }
    if (hasCode(cause, "ENAMETOOLONG", "EINVAL", "EILSEQ")) {
      throw new ArchiveError("unsafe-name", where, "has a name this file system does not take", { cause });
    }
    throw cause;
  }

  #done(bytes: number): void {
    this.#entries += 1;
    this.#bytes += bytes;
    this.#report();
  }

  #report(): void {
    const totalEntries = this.#reader.entries.length;
    const { onProgress } = this.#options;
    onProgress?.({ entries: this.#entries, totalEntries, bytes: this.#bytes, totalBytes: this.#totalBytes });
  }

  #throwIfStopped(): void {
    this.#options.signal?.throwIfAborted();
    if (this.#failure !== null) throw this.#failure.error;
  }
}
