import type { FileHandle } from "node:fs/promises";

const windowBytes = 8 * 2 ** 20;

/** Reads ranges of a file through a read-ahead window, so that many small reads in file order become few large ones. */
export class FileWindow {
  readonly #handle: FileHandle;
  #start = 0;
  #bytes = Buffer.alloc(0);

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /** `size` bytes from `start`, fewer only at the end of the file. The result stays valid; treat it as read-only. */
  async read(start: number, size: number): Promise<Buffer> {
    const at = start - this.#start;
    if (at >= 0 && at + size <= this.#bytes.length) return this.#bytes.subarray(at, at + size);
    // A new buffer each time: views of the old one may still be in use.
    const fresh = Buffer.allocUnsafeSlow(Math.max(size, windowBytes));
    let filled = 0;
    while (filled < size) {
      const { bytesRead } = await this.#handle.read(fresh, filled, fresh.length - filled, start + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    const bytes = fresh.subarray(0, filled);
    if (fresh.length === windowBytes) {
      this.#start = start;
      this.#bytes = bytes;
    }
    return bytes.subarray(0, size);
  }
}
