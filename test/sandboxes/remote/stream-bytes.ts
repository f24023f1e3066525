import type { Readable } from "node:stream";
import type { ByteSource } from "../../../src/lib/archive/byte-source.ts";

/** The bytes of a stream, for a reader of archives. */
export class StreamBytes implements ByteSource {
  readonly #stream: Readable;
  readonly #pieces: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: Readable) {
    this.#stream = stream;
    this.#pieces = stream[Symbol.asyncIterator]();
  }

  async take(size: number): Promise<Buffer> {
    const parts = [this.#rest];
    let length = this.#rest.length;
    while (length < size) {
      const { done, value } = await this.#pieces.next();
      if (done) break;
      parts.push(value);
      length += value.length;
    }
    const all = Buffer.concat(parts, length);
    this.#rest = all.subarray(size);
    return all.subarray(0, size);
  }

  async skip(size: number): Promise<number> {
    let skipped = 0;
    while (skipped < size) {
      const piece = await this.take(Math.min(2 ** 16, size - skipped));
      if (piece.length === 0) break;
      skipped += piece.length;
    }
    return skipped;
  }

  async close(): Promise<void> {
    this.#stream.destroy();
  }
}
