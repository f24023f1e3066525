import { createHash } from "node:crypto";
import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { md5 } from "../lib/hashing.ts";

const pieceBytes = 4 << 20;

/** MD5 of a file of a known size. Synchronous: with a stream, the overhead per piece costs as much as the hashing. */
export function hashFile(path: string, size: number, signal?: AbortSignal): string {
  return size <= pieceBytes ? md5(readFileSync(path)) : hashInPieces(path, signal);
}

function hashInPieces(path: string, signal: AbortSignal | undefined): string {
  const hash = createHash("md5");
  const piece = Buffer.allocUnsafe(pieceBytes);
  const file = openSync(path, "r");
  try {
    for (;;) {
      signal?.throwIfAborted();
      const read = readSync(file, piece, 0, piece.length, null);
      if (read === 0) return hash.digest("hex");
      hash.update(piece.subarray(0, read));
    }
  } finally {
    closeSync(file);
  }
}
