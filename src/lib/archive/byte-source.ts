import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import { FileWindow } from "../files/file-window.ts";

/** Bytes that are read strictly in order. */
export interface ByteSource {
  /** The next `size` bytes, fewer only at the end. */
  take(size: number): Promise<Buffer>;
  /** Skips bytes and returns how many were skipped. */
  skip(size: number): Promise<number>;
  close(): Promise<void>;
}

/** The bytes of a file, in which skipping costs nothing. */
export class FileBytes implements ByteSource {
  readonly #handle: FileHandle;
  readonly #window: FileWindow;
  readonly #size: number;
  #position = 0;

  private constructor(handle: FileHandle, size: number) {
    this.#handle = handle;
    this.#window = new FileWindow(handle);
    this.#size = size;
  }

  static async open(file: string): Promise<FileBytes> {
    const handle = await open(file, "r");
    return new FileBytes(handle, (await handle.stat()).size);
  }

  async take(size: number): Promise<Buffer> {
    const bytes = await this.#window.read(this.#position, size);
    this.#position += bytes.length;
    return bytes;
  }

  async skip(size: number): Promise<number> {
    const skipped = Math.min(size, this.#size - this.#position);
    this.#position += skipped;
    return skipped;
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

/** The content of a gzip file with one or more members. Damage is reported as zlib's error. */
export class GunzippedBytes implements ByteSource {
  readonly #pieces: AsyncIterator<Buffer>;
  readonly #stop: () => void;
  #rest: Buffer = Buffer.alloc(0);

  constructor(file: string) {
    const raw = createReadStream(file, { highWaterMark: 2 ** 20 });
    const gunzip = raw.pipe(createGunzip({ chunkSize: 2 ** 18 }));
    raw.once("error", (error) => gunzip.destroy(error));
    // An error may occur between two reads; the next read reports it.
    gunzip.on("error", () => undefined);
    this.#pieces = gunzip[Symbol.asyncIterator]();
    this.#stop = () => {
      raw.destroy();
      gunzip.destroy();
    };
  }

  async take(size: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    let missing = size;
    while (missing > 0 && (await this.#fill())) {
      const part = this.#rest.subarray(0, missing);
      this.#rest = this.#rest.subarray(part.length);
      missing -= part.length;
      parts.push(part);
    }
    return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  }

  async skip(size: number): Promise<number> {
    let missing = size;
    while (missing > 0 && (await this.#fill())) {
      const part = Math.min(this.#rest.length, missing);
      this.#rest = this.#rest.subarray(part);
      missing -= part;
    }
    return size - missing;
  }

  async close(): Promise<void> {
    this.#stop();
  }

  /** False at the end of the stream. */
  async #fill(): Promise<boolean> {
    while (this.#rest.length === 0) {
      const next = await this.#pieces.next();
      if (next.done === true) return false;
      this.#rest = next.value;
    }
    return true;
  }
}
