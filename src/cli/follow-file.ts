import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { hasCode } from "../lib/error-code.ts";

const pieceBytes = 1 << 16;

/**
 * Reads a file as it grows. When another file takes its place (the old one was moved away), the rest of the old one is
 * read first, then the new one from its beginning; so it is when the file is cut short.
 */
export class FollowedFile {
  readonly #path: string;
  #file: number | null = null;
  #position = 0;
  /** How many files have been under the path so far. */
  opened = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** Hands over everything that is new. */
  read(onChunk: (chunk: Buffer) => void): void {
    if (this.#file === null) this.#open();
    if (this.#file === null) return;
    this.#drain(onChunk);
    const now = statSync(this.#path, { throwIfNoEntry: false });
    const { ino, size } = fstatSync(this.#file);
    if (now === undefined) return;
    if (now.ino !== ino) {
      // Whoever moved it may have written a last piece after it was drained.
      this.#drain(onChunk);
      this.close();
      this.#open();
      this.#drain(onChunk);
    } else if (size < this.#position) this.#position = 0;
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #open(): void {
    try {
      this.#file = openSync(this.#path, "r");
      this.#position = 0;
      this.opened += 1;
    } catch (error) {
      if (!hasCode(error, "ENOENT", "ENOTDIR")) throw error;
    }
  }

  #drain(onChunk: (chunk: Buffer) => void): void {
    if (this.#file === null) return;
    for (;;) {
      const piece = Buffer.allocUnsafe(pieceBytes);
      const length = readSync(this.#file, piece, 0, pieceBytes, this.#position);
      if (length === 0) return;
      this.#position += length;
      onChunk(piece.subarray(0, length));
    }
  }
}
