import { sha256 } from "../hashing.ts";
import { LineFile } from "./line-file.ts";

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
 * breaks the chain. See `LineFile` for torn lines and failed writes.
 */
export class Journal<Event extends { readonly type: string }> {
  readonly #file: LineFile;
  #next: number;
  #head: string;

  private constructor(file: LineFile) {
    const { last } = file;
    this.#file = file;
    this.#next = last === null ? 0 : (JSON.parse(last) as { seq: number }).seq + 1;
    this.#head = last === null ? beginning : sha256(last);
  }

  static open<Event extends { readonly type: string }>(path: string): Journal<Event> {
    return new Journal(new LineFile(path));
  }

  /** Bytes of a torn line that were removed when the journal was opened. */
  get torn(): number {
    return this.#file.torn;
  }

  /** The hash of the last line. A copy of it kept elsewhere proves that nothing was changed or removed. */
  get head(): string {
    return this.#head;
  }

  /** @throws BenchError when the line cannot be written, for example because the disk is full. Nothing of it is left in the file. */
  append(event: Event): JournalLine<Event> {
    const line = { seq: this.#next, time: new Date().toISOString(), ...event, previous: this.#head };
    const text = JSON.stringify(line);
    this.#file.append(`${text}\n`);
    this.#next += 1;
    this.#head = sha256(text);
    return line;
  }

  /** Waits until everything is on the disk. @throws BenchError when it cannot be written there. */
  flush(): void {
    this.#file.flush();
  }

  close(): void {
    this.#file.close();
  }
}
