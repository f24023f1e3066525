import { crc32 } from "../crc32.ts";
import type { ArchiveEntry } from "./archive-entry.ts";
import { ArchiveError } from "./archive-error.ts";
import { decodeCp437 } from "./cp437.ts";
import type { ZipEntry } from "./zip-directory.ts";
import { extra, flag, full32, length, mode, readUint64 } from "./zip-format.ts";

/** Reads the directory record at `at`, which must be complete; `shift` is added to the offset that it states. */
export function parseZipRecord(bytes: Buffer, at: number, shift: number, archive: string): ZipEntry {
  const flags = bytes.readUInt16LE(at + 8);
  const method = bytes.readUInt16LE(at + 10);
  const name = readName(bytes, at, flags, archive);
  const sizes = readSizes(bytes, at, { archive, entry: name });
  return {
    name,
    type: typeOf(name, bytes.readUInt16LE(at + 40), sizes.size),
    size: sizes.size,
    compressedSize: sizes.compressedSize,
    crc32: bytes.readUInt32LE(at + 16),
    modifiedMs: timeOf(bytes.readUInt16LE(at + 14), bytes.readUInt16LE(at + 12)),
    method,
    encrypted: (flags & (flag.encrypted | flag.strongEncryption | flag.maskedHeaders)) !== 0 || method === 99,
    offset: sizes.offset + shift,
    end: 0,
    record: at,
  };
}

/** The time that an MS-DOS date and time stand for. */
function timeOf(date: number, time: number): number {
  const [year, month, day] = [1980 + (date >> 9), ((date >> 5) & 15) - 1, date & 31];
  return Date.UTC(year, month, day, time >> 11, (time >> 5) & 63, 2 * (time & 31));
}

/** The bytes of the name in the directory record at `at`. */
export function zipRecordName(bytes: Buffer, at: number): Buffer {
  const start = at + length.directoryRecord;
  return bytes.subarray(start, start + bytes.readUInt16LE(at + 28));
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function readName(bytes: Buffer, at: number, flags: number, archive: string): string {
  const start = at + length.directoryRecord;
  const plain = bytes.toString("latin1", start, start + bytes.readUInt16LE(at + 28));
  if (!/[\x80-\xff]/.test(plain)) return plain;
  const raw = zipRecordName(bytes, at);
  try {
    if ((flags & flag.utf8) !== 0) return utf8.decode(raw);
    const second = findExtra(bytes, at, extra.unicodePath);
    // Info-ZIP's Unicode name is valid only as long as the plain name beside it is unchanged.
    if (second !== null && second.length > 5 && second.readUInt32LE(1) === crc32(raw)) {
      return utf8.decode(second.subarray(5));
    }
  } catch (cause) {
    throw new ArchiveError("corrupt", { archive, entry: plain }, "has a name that is not valid UTF-8", { cause });
  }
  return decodeCp437(raw);
}

function readSizes(bytes: Buffer, at: number, where: { archive: string; entry: string }) {
  const narrow = [bytes.readUInt32LE(at + 24), bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 42)];
  if (narrow.includes(full32)) {
    const wide = findExtra(bytes, at, extra.zip64);
    // The extra field has only the values that do not fit in 32 bits, in this order.
    let used = 0;
    for (const [i, value] of narrow.entries()) {
      if (value !== full32) continue;
      if (wide === null || used + 8 > wide.length) {
        throw new ArchiveError("corrupt", where, "lacks the 64-bit sizes it refers to");
      }
      narrow[i] = readUint64(wide, used);
      used += 8;
    }
  }
  return { size: narrow[0]!, compressedSize: narrow[1]!, offset: narrow[2]! };
}

function findExtra(bytes: Buffer, record: number, id: number): Buffer | null {
  const start = record + length.directoryRecord + bytes.readUInt16LE(record + 28);
  const end = start + bytes.readUInt16LE(record + 30);
  for (let at = start; at + 4 <= end; ) {
    const next = at + 4 + bytes.readUInt16LE(at + 2);
    if (bytes.readUInt16LE(at) === id && next <= end) return bytes.subarray(at + 4, next);
    at = next;
  }
  return null;
}

function typeOf(name: string, unixMode: number, size: number): ArchiveEntry["type"] {
  const type = unixMode & mode.mask;
  if (type !== 0 && type !== mode.file && type !== mode.directory) return "special";
  if (!name.endsWith("/") && type !== mode.directory) return "file";
  return size === 0 ? "directory" : "special";
}
