import type { FileHandle } from "node:fs/promises";
import type { ArchiveEntry } from "./archive-entry.ts";
import { ArchiveError } from "./archive-error.ts";
import { findZipEnd, readExactly, type ZipEnd } from "./zip-end.ts";
import { length, signature } from "./zip-format.ts";
import { parseZipRecord } from "./zip-record.ts";

/** An entry in a zip file's central directory. */
export interface ZipEntry extends ArchiveEntry {
  compressedSize: number;
  crc32: number;
  /** When the file was last changed, as far as the format tells: in an unknown time zone, here taken as UTC. */
  modifiedMs: number;
  method: number;
  encrypted: boolean;
  /** The position of its local header in the file. */
  offset: number;
  /** The position of the next local header or of the directory: the entry's data must end before it. */
  end: number;
  /** The position of its record in `ZipDirectory.bytes`. */
  record: number;
}

/** A central directory: its bytes, and the entries found in it, in order. */
export interface ZipDirectory {
  bytes: Buffer;
  entries: ZipEntry[];
}

const largestDirectory = 2 ** 31 - 1;

/** Reads the whole central directory and checks that it is complete. */
export async function readZipDirectory(handle: FileHandle, archive: string): Promise<ZipDirectory> {
  const { size: fileSize } = await handle.stat();
  const end = await findZipEnd(handle, fileSize, archive);
  if (end.directorySize > largestDirectory) {
    throw new ArchiveError("too-large", { archive }, `has a directory of ${end.directorySize} bytes`);
  }
  const { bytes, offset, shift } = await readDirectoryBytes(handle, end, archive);
  const entries: ZipEntry[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (at + length.directoryRecord > bytes.length || bytes.readUInt32LE(at) !== signature.directoryRecord) {
      throw new ArchiveError("corrupt", { archive }, `has a damaged directory after ${entries.length} entries`);
    }
    const variable = bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    const next = at + length.directoryRecord + variable;
    if (next > bytes.length) throw new ArchiveError("corrupt", { archive }, "has a truncated directory");
    entries.push(parseZipRecord(bytes, at, shift, archive));
    at = next;
  }
  // With more than 65535 entries, some writers store only the low 16 bits of their number.
  if (entries.length !== end.entries && entries.length % 65536 !== end.entries) {
    const reason = `lists ${entries.length} entries, but its end record states ${end.entries}`;
    throw new ArchiveError("corrupt", { archive }, reason);
  }
  setEnds(entries, offset);
  return { bytes, entries };
}

async function readDirectoryBytes(handle: FileHandle, end: ZipEnd, archive: string) {
  const atEnd = await readExactly(handle, end.directoryOffset, end.directorySize, archive);
  const starts = atEnd.length < 4 || atEnd.readUInt32LE(0) === signature.directoryRecord;
  if (starts || end.shift === 0) return { bytes: atEnd, offset: end.directoryOffset, shift: end.shift };
  // The extra bytes are not in front of the archive but between its directory and its end: the stated offset is right.
  const offset = end.directoryOffset - end.shift;
  return { bytes: await readExactly(handle, offset, end.directorySize, archive), offset, shift: 0 };
}

function setEnds(entries: ZipEntry[], directoryOffset: number): void {
  const inFileOrder = entries.every((entry, i) => i === 0 || entries[i - 1]!.offset <= entry.offset);
  const byOffset = inFileOrder ? entries : [...entries].sort((a, b) => a.offset - b.offset);
  for (let i = byOffset.length - 1, next = directoryOffset; i >= 0; i--) {
    byOffset[i]!.end = next;
    next = byOffset[i]!.offset;
  }
}
