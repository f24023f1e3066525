import { readSync } from "node:fs";

/** Where a complete line is in a file, and its first bytes, at most 128. */
export interface ScannedLine {
  readonly offset: number;
  /** Without the newline. */
  readonly length: number;
  readonly start: Buffer;
}

const startBytes = 128;

/** Finds the complete lines of a file of any size, in pieces of a megabyte. */
export function scanLines(file: number, onLine: (line: ScannedLine) => void): void {
  const piece = Buffer.allocUnsafe(1 << 20);
  let offset = 0;
  let begun: Buffer = Buffer.alloc(0);
  for (let position = 0; ; ) {
    const read = readSync(file, piece, 0, piece.length, position);
    if (read === 0) return;
    let from = 0;
    for (let end = piece.indexOf(10); end >= 0 && end < read; end = piece.indexOf(10, from)) {
      const start = Buffer.concat([begun, piece.subarray(from, end)].map(firstBytes));
      onLine({ offset, length: position + end - offset, start });
      begun = Buffer.alloc(0);
      from = end + 1;
      offset = position + from;
    }
    begun = firstBytes(Buffer.concat([begun, firstBytes(piece.subarray(from, read))]));
    position += read;
  }
}

function firstBytes(bytes: Buffer): Buffer {
  return bytes.subarray(0, startBytes);
}
