import type { FileHandle } from "node:fs/promises";
import { ArchiveError } from "./archive-error.ts";
import { full16, full32, length, readUint64, signature } from "./zip-format.ts";

/** The position of the central directory, as the records at the end of a zip file state it. */
export interface ZipEnd {
  entries: number;
  directoryOffset: number;
  directorySize: number;
  /** The number of bytes in front of the archive (a self-extractor), by which every stated offset is too small. */
  shift: number;
}

const longestComment = 0xffff;

/** Finds the end record of the central directory, in its 64-bit form if there is one. Throws if the file has none. */
export async function findZipEnd(handle: FileHandle, fileSize: number, archive: string): Promise<ZipEnd> {
  const tailStart = Math.max(0, fileSize - length.end - longestComment - length.end64Locator - length.end64);
  const tail = await readExactly(handle, tailStart, fileSize - tailStart, archive);
  const at = lastEndRecord(tail);
  if (at < 0) throw await withoutEnd(handle, fileSize, archive);
  const small = {
    disk: tail.readUInt16LE(at + 4),
    entries: tail.readUInt16LE(at + 10),
    size: tail.readUInt32LE(at + 12),
    offset: tail.readUInt32LE(at + 16),
  };
  const locator = at - length.end64Locator;
  const has64 = locator >= 0 && tail.readUInt32LE(locator) === signature.end64Locator;
  if (!has64) {
    if (small.disk !== 0 && small.disk !== full16) throw spanned(archive);
    return positioned(small, tailStart + at, archive);
  }
  const large = await readEnd64(handle, readUint64(tail, locator + 8), tailStart + locator, archive);
  return positioned(
    {
      entries: small.entries === full16 ? large.entries : small.entries,
      size: small.size === full32 ? large.size : small.size,
      offset: small.offset === full32 ? large.offset : small.offset,
    },
    large.at,
    archive,
  );
}

/** Reads a range of a file. Throws if the file is shorter. */
export async function readExactly(handle: FileHandle, at: number, size: number, archive: string): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(size);
  let done = 0;
  while (done < size) {
    const { bytesRead } = await handle.read(bytes, done, Math.min(size - done, 2 ** 30), at + done);
    if (bytesRead === 0) throw new ArchiveError("truncated", { archive }, "ends in the middle of a record");
    done += bytesRead;
  }
  return bytes;
}

/** The last end record whose comment fits in the file. Bytes after it are ignored, as in other readers. */
function lastEndRecord(tail: Buffer): number {
  for (let at = tail.length - length.end; at >= 0; at--) {
    if (tail[at] !== 0x50 || tail.readUInt32LE(at) !== signature.end) continue;
    if (at + length.end + tail.readUInt16LE(at + 20) <= tail.length) return at;
  }
  return -1;
}

async function readEnd64(handle: FileHandle, stated: number, locatorAt: number, archive: string) {
  // With bytes in front of the archive the stated offset is wrong, but the record ends where the locator begins.
  for (const at of [stated, locatorAt - length.end64]) {
    if (at < 0 || at + length.end64 > locatorAt) continue;
    const record = await readExactly(handle, at, length.end64, archive);
    if (record.readUInt32LE(0) !== signature.end64) continue;
    if (record.readUInt32LE(16) !== 0) throw spanned(archive);
    return { at, entries: readUint64(record, 32), size: readUint64(record, 40), offset: readUint64(record, 48) };
  }
  throw new ArchiveError("corrupt", { archive }, "has no 64-bit end record where its locator points");
}

function positioned(
  directory: { entries: number; size: number; offset: number },
  endAt: number,
  archive: string,
): ZipEnd {
  const shift = endAt - directory.size - directory.offset;
  if (shift < 0) {
    throw new ArchiveError("truncated", { archive }, `is truncated: ${-shift} bytes are missing before its directory`);
  }
  return { entries: directory.entries, directorySize: directory.size, directoryOffset: endAt - directory.size, shift };
}

function spanned(archive: string): ArchiveError {
  return new ArchiveError("unsupported", { archive }, "is one part of a zip file split into several");
}

async function withoutEnd(handle: FileHandle, fileSize: number, archive: string): Promise<ArchiveError> {
  const start = await readExactly(handle, 0, Math.min(4, fileSize), archive);
  return start.length === 4 && start.readUInt32LE(0) === signature.localHeader
    ? new ArchiveError("truncated", { archive }, "is a zip file without its end: the copy or download is incomplete")
    : new ArchiveError("not-an-archive", { archive }, "is not a zip file");
}
