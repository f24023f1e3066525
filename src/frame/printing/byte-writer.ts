import { closeSync, openSync, writeSync } from "node:fs";

/** How many bytes are written to a file at a time. */
export const blockBytes = 1 << 17;
/** Above these lengths the runtime's copy functions are faster than a loop: between buffers, and within one. */
const longCopy = 128;
const longMove = 24;
const shortText = 32;

/** Collects bytes in memory. */
export class ByteBuilder {
  bytes: Buffer;
  length = 0;
  /** The end of the space that may be used. */
  #limit: number;

  /** Uses a new buffer of the given size, or a given buffer up to `limit`. */
  constructor(bytes: Buffer | number = 1 << 12, limit?: number) {
    this.bytes = typeof bytes === "number" ? Buffer.allocUnsafeSlow(bytes) : bytes;
    this.#limit = limit ?? this.bytes.length;
  }

  /** Makes room for `count` more bytes. */
  reserve(count: number): void {
    if (this.length + count <= this.#limit) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#limit * 2, this.length + count));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
    this.#limit = larger.length;
  }

  byte(value: number): void {
    if (this.length === this.#limit) this.reserve(1);
    this.bytes[this.length++] = value;
  }

  copy(source: Buffer, start: number, end: number): void {
    const count = end - start;
    this.reserve(count);
    const { bytes, length } = this;
    if (source === bytes && count > longMove) bytes.copyWithin(length, start, end);
    else if (count > longCopy) bytes.set(new Uint8Array(source.buffer, source.byteOffset + start, count), length);
    else for (let at = start, to = length; at < end; at += 1, to += 1) bytes[to] = source[at]!;
    this.length = length + count;
  }

  text(value: string): void {
    this.reserve(value.length * 3);
    if (value.length <= shortText && this.#ascii(value)) return;
    this.length += this.bytes.write(value, this.length, "utf8");
  }

  /** Short ASCII text, for which a call into the runtime costs more than a loop. False for other text. */
  #ascii(value: string): boolean {
    const { bytes, length } = this;
    for (let at = 0; at < value.length; at += 1) {
      const code = value.charCodeAt(at);
      if (code > 127) return false;
      bytes[length + at] = code;
    }
    this.length += value.length;
    return true;
  }
}

/** Writes a file sequentially. */
export class FileWriter {
  builder = new ByteBuilder();
  readonly #file: number;

  constructor(path: string) {
    this.#file = openSync(path, "w");
  }

  /** Writes the collected bytes to the file if there are enough of them. */
  flush(atLeast = blockBytes): void {
    const { builder } = this;
    if (builder.length < atLeast) return;
    this.#write(builder.bytes, builder.length);
    builder.length = 0;
  }

  /** Writes bytes that were collected elsewhere. */
  append(bytes: Buffer): void {
    this.flush(1);
    this.#write(bytes, bytes.length);
  }

  close(): void {
    this.flush(1);
    closeSync(this.#file);
  }

  #write(bytes: Buffer, length: number): void {
    for (let written = 0; written < length; ) written += writeSync(this.#file, bytes, written, length - written);
  }
}
