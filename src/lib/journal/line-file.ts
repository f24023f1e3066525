import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import { BenchError } from "../errors.ts";

/**
 * An append-only file of lines. A process that is killed while it writes may leave one torn line at the end; the next one
 * that opens the file cuts it off and reports its size (`torn`). A write that fails leaves nothing behind.
 */
export class LineFile {
  /** Bytes of a torn line that were removed when the file was opened. */
  readonly torn: number;
  /** The last line at that time, without its newline. */
  readonly last: string | null;
  readonly #path: string;
  readonly #file: number;
  /** Where the last complete line ends. */
  #end: number;
  /** Whether a torn line may follow the last complete one: nothing may be written before it is removed. */
  #isTorn = false;
  #isClosed = false;

  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, "a+", 0o644);
    const { end, last } = lastLine(this.#file);
    const size = fstatSync(this.#file).size;
    if (size > end) ftruncateSync(this.#file, end);
    this.#end = end;
    this.last = last;
    this.torn = size - end;
  }

  /** Bytes of all complete lines. */
  get size(): number {
    return this.#end;
  }

  /**
   * Appends lines, each of which ends with a newline.
   *
   * @throws BenchError when they cannot be written, for example because the disk is full. Nothing of them is left in the file.
   */
  append(lines: string): void {
    // The number of a closed file may belong to another one by now.
    if (this.#isClosed) throw this.#failure(new Error("it is closed"));
    if (this.#isTorn) this.#removeTornLine();
    const bytes = Buffer.from(lines);
    try {
      for (let written = 0; written < bytes.length; ) written += writeSync(this.#file, bytes, written);
    } catch (cause) {
      this.#isTorn = true;
      this.#removeTornLine();
      throw this.#failure(cause);
    }
    this.#end += bytes.length;
  }

  /** The next line must not continue a torn one. Truncating a file works on a full disk too. */
  #removeTornLine(): void {
    try {
      ftruncateSync(this.#file, this.#end);
      this.#isTorn = false;
    } catch (cause) {
      throw this.#failure(cause);
    }
  }

  #failure(cause: unknown): BenchError {
    return new BenchError("journal", `${this.#path} cannot be written: ${(cause as Error).message}`, { cause });
  }

  /** Waits until everything is on the disk. @throws BenchError when it cannot be written there. */
  flush(): void {
    try {
      fsyncSync(this.#file);
    } catch (cause) {
      throw this.#failure(cause);
    }
  }

  close(): void {
    this.#isClosed = true;
    closeSync(this.#file);
  }
}

/** The last complete line and where it ends. Reads growing pieces from the end until it is found. */
export function lastLine(file: number): { readonly end: number; readonly last: string | null } {
  const { size } = fstatSync(file);
  for (let length = Math.min(size, 4096); ; length = Math.min(size, 4 * length)) {
    const piece = Buffer.alloc(length);
    readSync(file, piece, 0, length, size - length);
    const end = piece.lastIndexOf(10);
    const start = end <= 0 ? -1 : piece.lastIndexOf(10, end - 1);
    if (length === size || (end > 0 && start >= 0)) {
      return { end: size - length + end + 1, last: end < 0 ? null : piece.toString("utf8", start + 1, end) };
    }
  }
}
