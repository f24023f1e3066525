import { crc32 } from "../../crc32.ts";
import { pngSignature } from "./png-header.ts";

const mostStored = 65_535;

/**
 * A PNG image of 8-bit gray samples, row by row. It is not compressed: for tiny images that hardly matters, and the
 * same samples give the same bytes with every version of zlib.
 */
export function encodeGrayPng(width: number, height: number, samples: Uint8Array): Buffer {
  if (samples.length !== width * height) {
    throw new RangeError(`${samples.length} samples do not fill ${width} x ${height} pixels`);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // The depth. The rest is 0: gray, default compression and filters, not interlaced.
  header[8] = 8;
  // Each row begins with its filter, 0 for none.
  const rows = Buffer.alloc(height * (width + 1));
  for (let row = 0; row < height; row += 1) {
    rows.set(samples.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
  }
  return Buffer.concat([
    pngSignature,
    chunk("IHDR", header),
    chunk("IDAT", storedStream(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A zlib stream of uncompressed blocks. */
function storedStream(bytes: Buffer): Buffer {
  const pieces: Buffer[] = [Buffer.of(0x78, 0x01)];
  for (let start = 0; start < bytes.length; start += mostStored) {
    const block = bytes.subarray(start, start + mostStored);
    const head = Buffer.alloc(5);
    head[0] = start + mostStored >= bytes.length ? 1 : 0;
    head.writeUInt16LE(block.length, 1);
    head.writeUInt16LE(block.length ^ 0xffff, 3);
    pieces.push(head, block);
  }
  const check = Buffer.alloc(4);
  check.writeUInt32BE(adler32(bytes));
  return Buffer.concat([...pieces, check]);
}

function adler32(bytes: Uint8Array): number {
  let [low, high] = [1, 0];
  for (const byte of bytes) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  return high * 65_536 + low;
}
