import { closeSync, openSync, writeSync } from "node:fs";

const blockBytes = 1 << 18;

/** Bytes gathered in memory; a file's writer hands them on block by block. */
export class ByteBuilder {
  bytes: Buffer;
  length = 0;

  constructor(capacity = 1 << 12) {
    this.bytes = Buffer.allocUnsafeSlow(capacity);
  }

  /** Makes room for `count` more bytes. */
  reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.length + count));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }

  byte(value: number): void {
    if (this.length === this.bytes.length) this.reserve(1);
    this.bytes[this.length++] = value;
  }

  copy(source: Buffer, start: number, end: number): void {
    this.reserve(end - start);
    if (end - start > 48) {
      source.copy(this.bytes, this.length, start, end);
      this.length += end - start;
      return;
    }
    for (let at = start; at < end; at += 1) this.bytes[this.length++] = source[at]!;
  }

  text(value: string): void {
    this.reserve(value.length * 3);
    this.length += this.bytes.write(value, this.length, "utf8");
  }
}

/** Writes a file from front to back. */
export class FileWriter {
  readonly builder = new ByteBuilder();
  readonly #file: number;

  constructor(path: string) {
    this.#file = openSync(path, "w");
  }

  /** Hands the bytes gathered so far on to the file when there are enough of them. */
  flush(atLeast = blockBytes / 2): void {
    const { builder } = this;
    if (builder.length < atLeast) return;
    this.#write(builder.bytes, builder.length);
    builder.length = 0;
  }

  /** Adds bytes that were built elsewhere. */
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
