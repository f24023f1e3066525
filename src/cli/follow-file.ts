import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { hasCode } from "../lib/error-code.ts";

const pieceBytes = 1 << 16;

interface FileListener {
  onChunk(chunk: Buffer): void;
  /** Another file has taken the path; its chunks follow. */
  onReplaced(): void;
}

/**
 * Reads a file as it grows. When another file takes its place (the old one was moved away), the rest of the old one is
 * read first, then the new one from its beginning. A file that was cut short is read from its beginning again.
 */
export class FollowedFile {
  readonly #path: string;
  readonly #listener: FileListener;
  #file: number | null = null;
  #position = 0;
  /** Whether there has been a file at all. */
  exists = false;

  constructor(path: string, listener: FileListener) {
    this.#path = path;
    this.#listener = listener;
  }

  /** Hands over everything that is new. */
  read(): void {
    if (this.#file === null) this.#open();
    if (this.#file === null) return;
    this.#drain();
    const now = statSync(this.#path, { throwIfNoEntry: false });
    const { ino, size } = fstatSync(this.#file);
    if (now === undefined) return;
    if (now.ino !== ino) {
      // The process that moved it may have written a last piece after it was drained.
      this.#drain();
      this.close();
      this.#open();
      this.#drain();
    } else if (size < this.#position) this.#position = 0;
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #open(): void {
    try {
      this.#file = openSync(this.#path, "r");
    } catch (error) {
      if (!hasCode(error, "ENOENT", "ENOTDIR")) throw error;
      return;
    }
    this.#position = 0;
    if (this.exists) this.#listener.onReplaced();
    this.exists = true;
  }

  #drain(): void {
    if (this.#file === null) return;
    for (;;) {
      const piece = Buffer.allocUnsafe(pieceBytes);
      const length = readSync(this.#file, piece, 0, pieceBytes, this.#position);
      if (length === 0) return;
      this.#position += length;
      this.#listener.onChunk(piece.subarray(0, length));
    }
  }
}
