const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/** Converts one line, `bytes[start]` to `bytes[end - 1]`, without its line end. The bytes are reused afterwards. */
export type LineReader<T> = (bytes: Buffer, start: number, end: number, hasLineEnd: boolean) => T;

/**
 * Cuts chunks of bytes into lines at `\n`, `\r\n` and lone `\r`: Python's universal newlines. A chunk may end anywhere
 * in a line, even between `\r` and `\n`, and a line may span many chunks.
 */
export class LineSplitter<T> {
  readonly #read: LineReader<T>;
  #buffer = Buffer.allocUnsafe(1 << 21);
  #length = 0;
  // There is no line end before this position: a very long line is not searched again with each chunk.
  #searched = 0;

  constructor(read: LineReader<T>) {
    this.#read = read;
  }

  /** The lines completed by this chunk. */
  push(chunk: Uint8Array): T[] {
    this.#append(chunk);
    return this.#take(false);
  }

  /** The lines left after the last chunk. */
  end(): T[] {
    const lines = this.#take(true);
    if (this.#length > 0) lines.push(this.#read(this.#buffer, 0, this.#length, false));
    this.#length = 0;
    this.#searched = 0;
    return lines;
  }

  #append(chunk: Uint8Array): void {
    const needed = this.#length + chunk.length;
    if (needed > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2));
      this.#buffer.copy(larger, 0, 0, this.#length);
      this.#buffer = larger;
    }
    this.#buffer.set(chunk, this.#length);
    this.#length = needed;
  }

  #take(isLast: boolean): T[] {
    const bytes = this.#buffer.subarray(0, this.#length);
    const lines: T[] = [];
    let start = 0;
    let from = this.#searched;
    let nextReturn = bytes.indexOf(carriageReturn, from);
    let nextFeed = bytes.indexOf(lineFeed, from);
    while (nextFeed >= 0 || nextReturn >= 0) {
      const endsInReturn = nextReturn >= 0 && (nextFeed < 0 || nextReturn < nextFeed);
      const end = endsInReturn ? nextReturn : nextFeed;
      // The `\n` of a `\r\n` may be in the next chunk.
      if (endsInReturn && end + 1 === bytes.length && !isLast) break;
      lines.push(this.#read(bytes, start, end, true));
      start = endsInReturn && bytes[end + 1] === lineFeed ? end + 2 : end + 1;
      from = start;
      if (nextFeed >= 0 && nextFeed < start) nextFeed = bytes.indexOf(lineFeed, start);
      if (endsInReturn) nextReturn = bytes.indexOf(carriageReturn, start);
    }
    this.#searched = nextReturn >= 0 ? nextReturn - start : this.#length - start;
    this.#buffer.copyWithin(0, start, this.#length);
    this.#length -= start;
    return lines;
  }
}
