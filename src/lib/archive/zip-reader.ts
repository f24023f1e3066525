import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { crc32 } from "../crc32.ts";
import { FileWindow } from "../files/file-window.ts";
import { ArchiveError, type ArchiveProblem } from "./archive-error.ts";
import { readZipDirectory, type ZipDirectory, type ZipEntry } from "./zip-directory.ts";
import { deflated, describeMethod, length, signature, stored } from "./zip-format.ts";
import { zipRecordName } from "./zip-record.ts";

const inflateRaw = promisify(zlib.inflateRaw) as (data: Buffer, options: zlib.ZlibOptions) => Promise<Buffer>;

const longestLocalHeader = length.localHeader + 2 * 0xffff;

/**
 * An open zip file. Names and sizes are unchecked: use `extractZip` for archives from elsewhere. Reading an entry
 * checks its local header, length and CRC, and that its data does not overlap the next entry.
 */
export class ZipReader {
  readonly archive: string;
  readonly entries: readonly ZipEntry[];
  readonly #handle: FileHandle;
  readonly #window: FileWindow;
  readonly #directory: Buffer;

  private constructor(archive: string, handle: FileHandle, directory: ZipDirectory) {
    this.archive = archive;
    this.entries = directory.entries;
    this.#handle = handle;
    this.#window = new FileWindow(handle);
    this.#directory = directory.bytes;
  }

  /** Opens a zip file and reads its directory. The caller closes it. */
  static async open(archive: string): Promise<ZipReader> {
    const handle = await open(archive, "r");
    try {
      return new ZipReader(archive, handle, await readZipDirectory(handle, archive));
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#handle.close();
  }

  /** Throws if an entry cannot be read: encrypted, compressed with an unknown method, or overlapping its neighbour. */
  requireReadable(entry: ZipEntry): void {
    if (entry.encrypted) this.#refuse("encrypted", entry, "is encrypted");
    if (entry.method !== stored && entry.method !== deflated) {
      const reason = `uses compression method ${describeMethod(entry.method)}; only stored and deflate are supported`;
      this.#refuse("unsupported", entry, reason);
    }
    if (entry.method === stored && entry.size !== entry.compressedSize) {
      this.#refuse("corrupt", entry, `is stored, but has two sizes: ${entry.size} and ${entry.compressedSize}`);
    }
    this.#requireEnd(entry, length.localHeader);
  }

  /** An entry's whole content. */
  async read(entry: ZipEntry): Promise<Buffer> {
    return this.unpack(entry, await this.readPacked(entry));
  }

  /** An entry's bytes, still compressed. Throws if the entry cannot be read. */
  async readPacked(entry: ZipEntry): Promise<Buffer> {
    this.requireReadable(entry);
    const most = Math.min(entry.end - entry.offset, entry.compressedSize + longestLocalHeader);
    const bytes = await this.#window.read(entry.offset, most);
    const start = this.#dataStart(entry, bytes);
    return bytes.subarray(start, start + entry.compressedSize);
  }

  /** Decompresses the bytes from `readPacked`, on another thread. */
  async unpack(entry: ZipEntry, packed: Buffer): Promise<Buffer> {
    if (entry.method === stored) return this.#verified(entry, packed);
    const content = await inflateRaw(packed, inflateOptions(entry)).catch((error) => this.#damaged(entry, error));
    return this.#verified(entry, content);
  }

  /** Like `unpack`, but on this thread, which is faster for small entries. */
  unpackNow(entry: ZipEntry, packed: Buffer): Buffer {
    if (entry.method === stored) return this.#verified(entry, packed);
    let content: Buffer;
    try {
      content = zlib.inflateRawSync(packed, inflateOptions(entry));
    } catch (error) {
      this.#damaged(entry, error);
    }
    return this.#verified(entry, content);
  }

  /** An entry's content piece by piece, for large entries. Throws at the end if the length or CRC is wrong. */
  async *pieces(entry: ZipEntry): AsyncGenerator<Buffer> {
    this.requireReadable(entry);
    const header = await this.#window.read(entry.offset, Math.min(entry.end - entry.offset, longestLocalHeader));
    let crc = 0;
    let size = 0;
    for await (const piece of this.#unpacked(entry, entry.offset + this.#dataStart(entry, header))) {
      crc = crc32(piece, crc);
      size += piece.length;
      if (size > entry.size) this.#refuseContent(entry, size, crc);
      yield piece;
    }
    if (size !== entry.size || crc !== entry.crc32) this.#refuseContent(entry, size, crc);
  }

  async *#unpacked(entry: ZipEntry, start: number): AsyncGenerator<Buffer> {
    if (entry.method === stored) return yield* this.#packedPieces(entry, start);
    const packed = Readable.from(this.#packedPieces(entry, start));
    const inflate = packed.pipe(zlib.createInflateRaw({ chunkSize: 2 ** 18 }));
    packed.once("error", (error) => inflate.destroy(error));
    try {
      yield* inflate;
    } catch (error) {
      if (error instanceof ArchiveError) throw error;
      this.#damaged(entry, error);
    } finally {
      packed.destroy();
    }
  }

  /** Reads by position, because a stream on the handle would close it at the end while others may still be reading. */
  async *#packedPieces(entry: ZipEntry, start: number): AsyncGenerator<Buffer> {
    for (let done = 0; done < entry.compressedSize; ) {
      const piece = Buffer.allocUnsafe(Math.min(2 ** 20, entry.compressedSize - done));
      const { bytesRead } = await this.#handle.read(piece, 0, piece.length, start + done);
      if (bytesRead === 0) this.#refuse("truncated", entry, "is truncated");
      yield piece.subarray(0, bytesRead);
      done += bytesRead;
    }
  }

  /** The length of the local header in front of the data. The header must describe the same entry as the directory. */
  #dataStart(entry: ZipEntry, bytes: Buffer): number {
    if (bytes.length < length.localHeader || bytes.readUInt32LE(0) !== signature.localHeader) {
      this.#refuse("corrupt", entry, "is not where the directory states");
    }
    const nameEnd = length.localHeader + bytes.readUInt16LE(26);
    const start = nameEnd + bytes.readUInt16LE(28);
    const sameName = bytes.subarray(length.localHeader, nameEnd).equals(zipRecordName(this.#directory, entry.record));
    if (!sameName || bytes.readUInt16LE(8) !== entry.method) {
      this.#refuse("corrupt", entry, "is described differently by the directory and by its own header");
    }
    this.#requireEnd(entry, start);
    return start;
  }

  #requireEnd(entry: ZipEntry, headerBytes: number): void {
    if (entry.offset + headerBytes + entry.compressedSize <= entry.end) return;
    this.#refuse("overlap", entry, "overlaps the data that follows it, as in zip bombs");
  }

  #verified(entry: ZipEntry, content: Buffer): Buffer {
    const crc = crc32(content);
    if (content.length !== entry.size || crc !== entry.crc32) this.#refuseContent(entry, content.length, crc);
    return content;
  }

  #refuseContent(entry: ZipEntry, size: number, crc: number): never {
    if (size > entry.size) this.#refuse("corrupt", entry, `unpacks to more than the ${entry.size} bytes it states`);
    if (size < entry.size) this.#refuse("corrupt", entry, `unpacks to ${size} of the ${entry.size} bytes it states`);
    const hex = (value: number) => value.toString(16).padStart(8, "0");
    this.#refuse("corrupt", entry, `has CRC ${hex(crc)}, but the directory states ${hex(entry.crc32)}`);
  }

  #damaged(entry: ZipEntry, cause: unknown): never {
    // zlib throws this when maxOutputLength is reached.
    if (cause instanceof RangeError) this.#refuseContent(entry, entry.size + 1, 0);
    const reason = `has damaged compressed data (${cause instanceof Error ? cause.message : cause})`;
    throw new ArchiveError("corrupt", { archive: this.archive, entry: entry.name }, reason, { cause });
  }

  #refuse(problem: ArchiveProblem, entry: ZipEntry, reason: string): never {
    throw new ArchiveError(problem, { archive: this.archive, entry: entry.name }, reason);
  }
}

/** Allows the stated size and no more. The piece is one byte larger, so that the output ends inside the first one. */
function inflateOptions(entry: ZipEntry): zlib.ZlibOptions {
  return { chunkSize: Math.max(64, Math.min(entry.size + 1, 2 ** 20)), maxOutputLength: Math.max(1, entry.size) };
}
