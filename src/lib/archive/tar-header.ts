import type { ArchiveEntry } from "./archive-entry.ts";

export const blockBytes = 512;

/** A header block of a tar file. */
interface TarHeader {
  /** As stored in the block; longer names are in an entry before this one. */
  name: string;
  size: number;
  /** The type letter: "0" file, "5" directory, "x" extended header, ... */
  typeFlag: string;
}

/** Reads a header block: old Unix, POSIX and GNU. Null if its checksum is wrong, that is, if it is not a tar header. */
export function parseTarHeader(block: Buffer): TarHeader | null {
  if (block.length < blockBytes || readNumber(block, 148, 8) !== checksum(block)) return null;
  const posix = block.toString("latin1", 257, 263) === "ustar\0";
  const prefix = posix ? readText(block, 345, 155) : "";
  const name = readText(block, 0, 100);
  const size = readNumber(block, 124, 12);
  if (size === null) return null;
  const typeFlag = block[156] === 0 ? "0" : String.fromCharCode(block[156]!);
  return { name: prefix === "" ? name : `${prefix}/${name}`, size, typeFlag };
}

/** The type of an entry with this type letter. Links, devices and unknown letters are special. */
export function tarEntryType(typeFlag: string, name: string): ArchiveEntry["type"] {
  if (typeFlag === "5") return "directory";
  if (typeFlag !== "0" && typeFlag !== "7") return "special";
  // Before POSIX, a directory was a file whose name ends in a slash.
  return name.endsWith("/") ? "directory" : "file";
}

/** The sum of all bytes, with spaces in place of the checksum itself. */
export function checksum(block: Buffer): number {
  let sum = 8 * 32;
  for (let i = 0; i < blockBytes; i++) if (i < 148 || i >= 156) sum += block[i]!;
  return sum;
}

/** The records of an extended header: lines of `length key=value`, the length in bytes. Null if malformed. */
export function parsePax(bytes: Buffer): Map<string, string> | null {
  const records = new Map<string, string>();
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(0x20, at);
    const size = Number(bytes.toString("latin1", at, space));
    const equals = bytes.indexOf(0x3d, space);
    const end = at + size;
    if (space < 0 || !Number.isInteger(size) || end > bytes.length || equals < 0 || equals >= end) return null;
    if (bytes[end - 1] !== 0x0a) return null;
    records.set(decodeText(bytes.subarray(space + 1, equals)), decodeText(bytes.subarray(equals + 1, end - 1)));
    at = end;
  }
  return records;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Decodes UTF-8 or, if that fails, Latin-1: a tar file does not state its encoding. */
export function decodeText(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return bytes.toString("latin1");
  }
}

function readText(block: Buffer, at: number, size: number): string {
  const end = block.indexOf(0, at);
  return decodeText(block.subarray(at, end < 0 || end > at + size ? at + size : end));
}

/** Reads octal digits, or big-endian bytes if the top bit is set (sizes from 8 GiB up). Null if neither. */
function readNumber(block: Buffer, at: number, size: number): number | null {
  if ((block[at]! & 0x80) !== 0) {
    let value = block[at]! & 0x7f;
    for (let i = 1; i < size; i++) value = value * 256 + block[at + i]!;
    return Number.isSafeInteger(value) ? value : null;
  }
  const digits = block
    .toString("latin1", at, at + size)
    .replace(/\0.*$/s, "")
    .trim();
  return /^[0-7]*$/.test(digits) ? Number.parseInt(digits || "0", 8) : null;
}
