import { deflated, extra, flag, full16, full32, length, mode, signature, writeUint64 } from "./zip-format.ts";

/** What the headers of a written entry contain. */
export interface WrittenEntry {
  name: Buffer;
  directory: boolean;
  method: number;
  crc32: number;
  size: number;
  compressedSize: number;
  offset: number;
  /** Whether the local header has room for 64-bit sizes. */
  wide: boolean;
  /** MS-DOS date (high 16 bits) and time (low 16 bits). */
  modified: number;
}

/** 1 January 1980, the earliest time that the format supports. */
export const earliestTime = (1 << 21) | (1 << 16);

/** A time in MS-DOS form: accurate to two seconds, limited to 1980 to 2107, in UTC so that machines agree. */
export function dosTime(time: Date): number {
  const year = time.getUTCFullYear();
  if (year < 1980) return earliestTime;
  if (year > 2107) return dosTime(new Date("2107-12-31T23:59:58Z"));
  const date = ((year - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate();
  const clock = (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1);
  return ((date << 16) | clock) >>> 0;
}

export function localHeader(entry: WrittenEntry): Buffer {
  const header = Buffer.alloc(length.localHeader + entry.name.length + (entry.wide ? 20 : 0));
  header.writeUInt32LE(signature.localHeader, 0);
  writeCommon(header, 4, entry, entry.wide);
  header.writeUInt16LE(entry.wide ? 20 : 0, 28);
  entry.name.copy(header, length.localHeader);
  if (entry.wide) writeZip64(header, length.localHeader + entry.name.length, [entry.size, entry.compressedSize]);
  return header;
}

export function directoryRecord(entry: WrittenEntry): Buffer {
  const wide: number[] = [];
  if (entry.size >= full32 || entry.compressedSize >= full32) wide.push(entry.size, entry.compressedSize);
  const sizesWide = wide.length > 0;
  if (entry.offset >= full32) wide.push(entry.offset);
  const extraBytes = wide.length === 0 ? 0 : 4 + 8 * wide.length;
  const record = Buffer.alloc(length.directoryRecord + entry.name.length + extraBytes);
  record.writeUInt32LE(signature.directoryRecord, 0);
  // "Made by" is Unix, so that readers use the mode below.
  record.writeUInt16LE((3 << 8) | 45, 4);
  writeCommon(record, 6, entry, sizesWide);
  record.writeUInt16LE(extraBytes, 30);
  const unixMode = entry.directory ? mode.directory | 0o755 : mode.file | 0o644;
  record.writeUInt32LE(unixMode * 2 ** 16 + (entry.directory ? 0x10 : 0), 38);
  record.writeUInt32LE(Math.min(entry.offset, full32), 42);
  entry.name.copy(record, length.directoryRecord);
  if (wide.length > 0) writeZip64(record, length.directoryRecord + entry.name.length, wide);
  return record;
}

/** The records at the end of the archive; the 64-bit ones only if a number would not fit otherwise. */
export function endRecords(entries: number, directoryOffset: number, directorySize: number): Buffer {
  const end = Buffer.alloc(length.end);
  end.writeUInt32LE(signature.end, 0);
  end.writeUInt16LE(Math.min(entries, full16), 8);
  end.writeUInt16LE(Math.min(entries, full16), 10);
  end.writeUInt32LE(Math.min(directorySize, full32), 12);
  end.writeUInt32LE(Math.min(directoryOffset, full32), 16);
  if (entries < full16 && directorySize < full32 && directoryOffset < full32) return end;
  const end64 = Buffer.alloc(length.end64 + length.end64Locator);
  end64.writeUInt32LE(signature.end64, 0);
  writeUint64(end64, length.end64 - 12, 4);
  end64.writeUInt16LE((3 << 8) | 45, 12);
  end64.writeUInt16LE(45, 14);
  writeUint64(end64, entries, 24);
  writeUint64(end64, entries, 32);
  writeUint64(end64, directorySize, 40);
  writeUint64(end64, directoryOffset, 48);
  end64.writeUInt32LE(signature.end64Locator, length.end64);
  writeUint64(end64, directoryOffset + directorySize, length.end64 + 8);
  end64.writeUInt32LE(1, length.end64 + 16);
  return Buffer.concat([end64, end]);
}

/** Writes the fields that local headers and directory records share, from "version needed" to "name length". */
function writeCommon(bytes: Buffer, at: number, entry: WrittenEntry, wideSizes: boolean): void {
  const ascii = entry.name.every((byte) => byte < 128);
  bytes.writeUInt16LE(wideSizes ? 45 : entry.method === deflated || entry.directory ? 20 : 10, at);
  bytes.writeUInt16LE(ascii ? 0 : flag.utf8, at + 2);
  bytes.writeUInt16LE(entry.method, at + 4);
  bytes.writeUInt32LE(entry.modified, at + 6);
  bytes.writeUInt32LE(entry.crc32, at + 10);
  bytes.writeUInt32LE(wideSizes ? full32 : entry.compressedSize, at + 14);
  bytes.writeUInt32LE(wideSizes ? full32 : entry.size, at + 18);
  bytes.writeUInt16LE(entry.name.length, at + 22);
}

function writeZip64(bytes: Buffer, at: number, values: number[]): void {
  bytes.writeUInt16LE(extra.zip64, at);
  bytes.writeUInt16LE(8 * values.length, at + 2);
  for (const [i, value] of values.entries()) writeUint64(bytes, value, at + 4 + 8 * i);
}
