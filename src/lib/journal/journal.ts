import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import { BenchError } from "../errors.ts";
import { sha256 } from "../hashing.ts";

/** One line of a journal, as it was written. */
export type JournalLine<Event> = Event & {
  /** Counts from 0, without gaps. */
  readonly seq: number;
  /** When it was written: ISO 8601, UTC. */
  readonly time: string;
  /** SHA-256 of the line before, without its newline; of the empty text for the first. */
  readonly previous: string;
};

/** The first line's `previous`: the hash of the empty text. */
export const beginning = sha256("");

/**
 * An append-only file of JSON lines, each carrying the hash of the line before it: changing, removing or inserting a line
 * breaks the chain. A process that is killed while it writes may leave one torn line at the end; the next one that opens
 * the journal cuts it off and reports its size (`torn`). A write that fails leaves nothing behind.
 */
export class Journal<Event extends { readonly type: string }> {
  /** Bytes of a torn line that were removed when the journal was opened. */
  readonly torn: number;
  readonly #path: string;
  #file: number;
  #next: number;
  #head: string;
  /** Where the last complete line ends. */
  #end: number;
  /** Whether a torn line may follow the last complete one: nothing may be written before it is removed. */
  #isTorn = false;

  private constructor(path: string, file: number, next: number, head: string, end: number, torn: number) {
    this.#path = path;
    this.#file = file;
    this.#next = next;
    this.#head = head;
    this.#end = end;
    this.torn = torn;
  }

  static open<Event extends { readonly type: string }>(path: string): Journal<Event> {
    const file = openSync(path, "a+", 0o644);
    const { end, last } = lastLine(file);
    const size = fstatSync(file).size;
    if (size > end) ftruncateSync(file, end);
    const next = last === null ? 0 : (JSON.parse(last) as { seq: number }).seq + 1;
    return new Journal(path, file, next, last === null ? beginning : sha256(last), end, size - end);
  }

  /** The hash of the last line. A copy of it kept elsewhere proves that nothing was changed or removed. */
  get head(): string {
    return this.#head;
  }

  /** @throws BenchError when the line cannot be written, for example because the disk is full. Nothing of it is left in the file. */
  append(event: Event): JournalLine<Event> {
    if (this.#isTorn) this.#removeTornLine();
    const line = { seq: this.#next, time: new Date().toISOString(), ...event, previous: this.#head };
    const text = JSON.stringify(line);
    const bytes = Buffer.from(`${text}\n`);
    try {
      for (let written = 0; written < bytes.length; ) written += writeSync(this.#file, bytes, written);
    } catch (cause) {
      this.#isTorn = true;
      this.#removeTornLine();
      throw this.#failure(cause);
    }
    this.#next += 1;
    this.#head = sha256(text);
    this.#end += bytes.length;
    return line;
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
