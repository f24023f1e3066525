import { open } from "node:fs/promises";
import { crc32 } from "../crc32.ts";
import { ArchiveError } from "./archive-error.ts";
import { readUint64 } from "./zip-format.ts";

const startBytes = 32;
const encodedHeader = 0x17;
const encryptionCoder = Buffer.from([0x06, 0xf1, 0x07, 0x01]);

/**
 * Checks the headers of a 7z file before 7-Zip is started. Throws if the file is truncated, or if its headers are
 * damaged or encrypted, so that not even the names can be read.
 */
export async function checkSevenZipHeaders(archive: string): Promise<void> {
  const handle = await open(archive, "r");
  try {
    const { size } = await handle.stat();
    const start = Buffer.alloc(startBytes);
    const { bytesRead } = await handle.read(start, 0, startBytes, 0);
    if (bytesRead < startBytes) throw new ArchiveError("truncated", { archive }, "is truncated");
    if (crc32(start.subarray(12)) !== start.readUInt32LE(8)) {
      throw new ArchiveError("corrupt", { archive }, "has a damaged start header");
    }
    const headerBytes = readUint64(start, 20);
    const headerStart = startBytes + readUint64(start, 12);
    if (headerStart + headerBytes > size) {
      const missing = headerStart + headerBytes - size;
      throw new ArchiveError("truncated", { archive }, `is truncated: ${missing} bytes are missing`);
    }
    // Encoded headers are small: they state only where the real ones are and how they are compressed.
    const header = Buffer.alloc(Math.min(headerBytes, 2 ** 16));
    await handle.read(header, 0, header.length, headerStart);
    if (header.length === headerBytes && crc32(header) !== start.readUInt32LE(28)) {
      throw new ArchiveError("corrupt", { archive }, "has damaged headers");
    }
    if (header[0] === encodedHeader && header.includes(encryptionCoder)) {
      throw new ArchiveError("encrypted", { archive }, "is encrypted, including its list of entries");
    }
  } finally {
    await handle.close();
  }
}
