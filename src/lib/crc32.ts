import zlib from "node:zlib";

/**
 * CRC-32 of bytes as zip and gzip use it, continuing from `previous`; always an unsigned 32-bit number.
 * Python twin: `zlib.crc32(data, previous)`.
 */
export const crc32: (data: Uint8Array, previous?: number) => number =
  // Node 20 before 20.15 has no zlib.crc32.
  typeof zlib.crc32 === "function" ? zlib.crc32 : crc32ByTable;

const table = crcTable(0xedb88320);

/** The same checksum in plain JavaScript, for Node releases whose zlib lacks it. */
export function crc32ByTable(data: Uint8Array, previous = 0): number {
  let crc = ~previous;
  for (let i = 0; i < data.length; i++) crc = table[(crc ^ data[i]!) & 255]! ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** The remainders of all 256 byte values for a reflected CRC-32 polynomial. */
export function crcTable(polynomial: number): Int32Array {
  return Int32Array.from({ length: 256 }, (_, byte) => {
    let remainder = byte;
    for (let bit = 0; bit < 8; bit++) remainder = remainder & 1 ? (remainder >>> 1) ^ polynomial : remainder >>> 1;
    return remainder;
  });
}
