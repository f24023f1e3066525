import { createReadStream } from "node:fs";
import { type FileHandle, readFile, stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { crc32 } from "../crc32.ts";
import { replaceFile } from "../files/replace-file.ts";
import { ArchiveError } from "./archive-error.ts";
import type { ArchiveSource } from "./archive-source.ts";
import { EntryNames } from "./entry-names.ts";
import { deflated, full16, full32, stored } from "./zip-format.ts";
import { directoryRecord, dosTime, earliestTime, endRecords, localHeader, type WrittenEntry } from "./zip-headers.ts";

export interface WriteZipOptions {
  /** How files are compressed. Default: "deflate". */
  method?: "stored" | "deflate";
  /** zlib's level, 1 to 9. Default: 6, as in Python's `zipfile`. */
  level?: number;
  /** The time of every entry. Default: 1980-01-01, so that the same content always gives the same bytes. */
  modified?: Date;
  signal?: AbortSignal;
}

const deflateRaw = promisify(zlib.deflateRaw) as (data: Uint8Array, options: zlib.ZlibOptions) => Promise<Buffer>;

/** Files up to this size are compressed in memory, several at a time; larger ones piece by piece. */
const mediumBytes = 16 * 2 ** 20;

/**
 * Writes a zip file atomically, with entries in the given order and 64-bit fields only where needed. Names follow the
 * rules of extraction (relative, no `..`, no repeats). Returns the number of entries.
 */
export async function writeZip(
  archive: string,
  sources: Iterable<ArchiveSource> | AsyncIterable<ArchiveSource>,
  options: WriteZipOptions = {},
): Promise<number> {
  return replaceFile(archive, async (handle) => {
    const writer = new ZipWriter(archive, handle, options);
    // Compression runs ahead on other threads; writing is in order.
    const ahead: Promise<Prepared>[] = [];
    try {
      for await (const source of sources) {
        options.signal?.throwIfAborted();
        const prepared = writer.prepare(source);
        // A failure is reported when its turn comes; until then it must not count as unhandled.
        prepared.catch(() => undefined);
        ahead.push(prepared);
        if (ahead.length > availableParallelism()) await writer.write(await ahead.shift()!);
      }
      while (ahead.length > 0) await writer.write(await ahead.shift()!);
    } finally {
      await Promise.allSettled(ahead);
    }
    return writer.finish();
  });
}

/** An entry that is ready to write: compressed bytes, or a file to stream. */
interface Prepared {
  entry: WrittenEntry;
  packed: Uint8Array | { file: string };
}

class ZipWriter {
  readonly #archive: string;
  readonly #handle: FileHandle;
  readonly #names: EntryNames;
  readonly #options: WriteZipOptions;
  readonly #directory: Buffer[] = [];
  readonly #pending: Uint8Array[] = [];
  #offset = 0;
  #flushed = 0;

  constructor(archive: string, handle: FileHandle, options: WriteZipOptions) {
    this.#archive = archive;
    this.#handle = handle;
    this.#names = new EntryNames(archive);
    this.#options = options;
  }

  async prepare(source: ArchiveSource): Promise<Prepared> {
    const entry = this.#newEntry(source);
    if (source.content === null) return { entry, packed: Buffer.alloc(0) };
    if (!(source.content instanceof Uint8Array)) {
      const { size } = await stat(source.content.file);
      if (size > mediumBytes) {
        entry.method = this.#method();
        // Deflate can make incompressible data slightly longer.
        entry.wide = size * 1.01 >= full32;
        return { entry, packed: source.content };
      }
    }
    const bytes = source.content instanceof Uint8Array ? source.content : await readFile(source.content.file);
    entry.method = bytes.length === 0 ? stored : this.#method();
    entry.crc32 = crc32(bytes);
    entry.size = bytes.length;
    const packed = entry.method === stored ? bytes : await deflateRaw(bytes, this.#compression());
    entry.compressedSize = packed.length;
    entry.wide = bytes.length >= full32 || packed.length >= full32;
    return { entry, packed };
  }

  async write({ entry, packed }: Prepared): Promise<void> {
    entry.offset = this.#offset;
    await this.#append(localHeader(entry));
    if (packed instanceof Uint8Array) {
      await this.#append(packed);
    } else {
      await this.#stream(entry, packed.file);
      await this.#flush();
      // Sizes and checksum are known only now.
      await writeAll(this.#handle, localHeader(entry), entry.offset);
    }
    this.#directory.push(directoryRecord(entry));
  }

  async finish(): Promise<number> {
    const start = this.#offset;
    await this.#append(Buffer.concat(this.#directory));
    await this.#append(endRecords(this.#directory.length, start, this.#offset - start));
    await this.#flush();
    return this.#directory.length;
  }

  #newEntry(source: ArchiveSource): WrittenEntry {
    const directory = source.content === null;
    const path = this.#names.add(source.name, directory ? "directory" : "file");
    const name = Buffer.from(directory ? `${path}/` : path, "utf8");
    if (name.length > full16) {
      throw new ArchiveError(
        "unsafe-name",
        { archive: this.#archive, entry: source.name },
        "has a name that is too long",
      );
    }
    const modified = this.#options.modified === undefined ? earliestTime : dosTime(this.#options.modified);
    const empty = { method: stored, crc32: 0, size: 0, compressedSize: 0, offset: 0, wide: false };
    return { name, directory, modified, ...empty };
  }

  #method(): number {
    return this.#options.method === "stored" ? stored : deflated;
  }

  #compression(): zlib.ZlibOptions {
    return { level: this.#options.level ?? 6 };
  }

  async #stream(entry: WrittenEntry, file: string): Promise<void> {
    const start = this.#offset;
    const raw = createReadStream(file, { highWaterMark: 2 ** 20, signal: this.#options.signal });
    raw.on("data", (piece) => {
      entry.crc32 = crc32(piece as Buffer, entry.crc32);
      entry.size += piece.length;
    });
    const packed = entry.method === stored ? raw : raw.pipe(zlib.createDeflateRaw(this.#compression()));
    raw.once("error", (error) => packed.destroy(error));
    for await (const piece of packed) await this.#append(piece);
    entry.compressedSize = this.#offset - start;
    if (!entry.wide && Math.max(entry.size, entry.compressedSize) >= full32) {
      throw new ArchiveError("too-large", { archive: this.#archive, entry: file }, "grew past 4 GB while it was read");
    }
  }

  /** Combines many small pieces into few large writes. */
  async #append(bytes: Uint8Array): Promise<void> {
    this.#pending.push(bytes);
    this.#offset += bytes.length;
    if (this.#offset - this.#flushed > 2 ** 20) await this.#flush();
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#pending.splice(0));
    await writeAll(this.#handle, bytes, this.#flushed);
    this.#flushed += bytes.length;
  }
}

async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}
