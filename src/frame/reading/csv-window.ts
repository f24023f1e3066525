import { isUtf8 } from "node:buffer";
import { UnreadableSubmission } from "../../lib/errors.ts";
import { formatMebibytes } from "../../lib/format-bytes.ts";
import type { CsvSource } from "./csv-source.ts";

export interface WindowLimits {
  /** The most bytes that a source may have. */
  readonly bytes: number;
  /** The most bytes that a row may have. */
  readonly rowBytes: number;
  /** The size of the window, which grows for longer rows. */
  readonly blockBytes: number;
}

/** The part of a source that is in memory: `bytes[0, filled)`, valid UTF-8, without a byte order mark. */
export class CsvWindow {
  bytes: Buffer;
  /** The same bytes as words of four. */
  words: Int32Array;
  filled = 0;
  /** Whether `filled` is the end of the source. */
  complete = false;
  /** Whether a NUL has been read. */
  hasNul = false;
  readonly #source: CsvSource;
  readonly #limits: WindowLimits;
  #read = 0;
  #checked = 0;

  constructor(source: CsvSource, limits: WindowLimits) {
    this.#source = source;
    this.#limits = limits;
    // A small file needs only space for its bytes, and for the read that finds its end.
    this.bytes = Buffer.allocUnsafeSlow(Math.max(8, Math.min(limits.blockBytes, source.size + 8) & ~3));
    this.words = wordsOf(this.bytes);
    if (source.size > limits.bytes) throw tooLarge(source.size, limits.bytes);
    while (this.filled < 3 && !this.complete) this.#fill();
    const marked = this.filled >= 3 && this.bytes[0] === 0xef && this.bytes[1] === 0xbb && this.bytes[2] === 0xbf;
    if (marked) this.advance(3);
  }

  /** The number of bytes of the source up to the window's end. */
  get consumed(): number {
    return this.#read;
  }

  /** Drops the bytes before `keepFrom`, moves the rest to 0 and reads on. */
  advance(keepFrom: number): void {
    const kept = this.filled - keepFrom;
    if (keepFrom > 0) this.bytes.copyWithin(0, keepFrom, this.filled);
    else if (kept === this.bytes.length) this.#grow();
    this.filled = kept;
    this.#checked = Math.max(0, this.#checked - keepFrom);
    this.#fill();
  }

  #fill(): void {
    const wanted = this.bytes.length - this.filled;
    const read = this.#source.read(this.bytes, this.filled, wanted, this.#read);
    this.filled += read;
    this.#read += read;
    // Some files state no size: they are read until nothing comes.
    this.complete = read === 0 || (read < wanted && this.#read === this.#source.size);
    if (this.#read > this.#limits.bytes) throw tooLarge(this.#read, this.#limits.bytes);
    this.#requireUtf8();
  }

  #grow(): void {
    if (this.bytes.length >= this.#limits.rowBytes) {
      throw new UnreadableSubmission(
        `A row has more than ${formatSize(this.#limits.rowBytes)}: a line end or a closing quote is missing, or this is not a CSV file.`,
      );
    }
    const larger = Buffer.allocUnsafeSlow(this.bytes.length * 2);
    this.bytes.copy(larger, 0, 0, this.filled);
    this.bytes = larger;
    this.words = wordsOf(larger);
  }

  /** Checks the bytes read since the last check, except for a character that continues beyond the window's end. */
  #requireUtf8(): void {
    const end = this.complete ? this.filled : characterBoundary(this.bytes, this.#checked, this.filled);
    const fresh = this.bytes.subarray(this.#checked, end);
    if (!isUtf8(fresh)) {
      const offset = this.#read - this.filled + this.#checked + firstWrongByte(fresh);
      throw new UnreadableSubmission(
        `The file is not UTF-8 text: the first wrong byte is near byte ${offset}. Save it as UTF-8.`,
      );
    }
    this.hasNul ||= fresh.includes(0);
    this.#checked = end;
  }
}

const wordsOf = (bytes: Buffer): Int32Array => new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);

const formatSize = (bytes: number): string => formatMebibytes(bytes / 2 ** 20);

function tooLarge(size: number, limit: number): UnreadableSubmission {
  return new UnreadableSubmission(
    `The file has ${formatSize(size)}, but at most ${formatSize(limit)} are allowed. See the sample submission for the expected size.`,
  );
}

/** The largest position up to `end` that is not inside a character. */
function characterBoundary(bytes: Buffer, start: number, end: number): number {
  for (let at = end - 1; at >= start && at >= end - 3; at -= 1) {
    const byte = bytes[at]!;
    if (byte < 0x80) return end;
    if (byte < 0xc0) continue;
    const length = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return at + length > end ? at : end;
  }
  return end;
}

/** The position of the first byte that is not UTF-8, to within a character, found by bisection. */
function firstWrongByte(bytes: Buffer): number {
  let good = 0;
  let bad = bytes.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isUtf8(bytes.subarray(0, characterBoundary(bytes, 0, middle)))) good = middle;
    else bad = middle;
  }
  return good;
}
