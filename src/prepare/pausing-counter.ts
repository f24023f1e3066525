import { setImmediate } from "node:timers/promises";

const pauseBytes = 32 << 20;
const pauseFiles = 500;

export interface FileWorkOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called now and then with the number of files and bytes done so far. */
  readonly onProgress?: ((files: number, bytes: number) => void) | undefined;
}

/** Counts files that are read synchronously, which is fastest, and says when to let the event loop run. */
export class PausingCounter {
  files = 0;
  bytes = 0;
  readonly #options: FileWorkOptions;
  #bytesAtPause = 0;

  constructor(options: FileWorkOptions) {
    this.#options = options;
  }

  /** Counts a file. True when it is time for a pause. */
  add(bytes: number): boolean {
    this.files += 1;
    this.bytes += bytes;
    return this.files % pauseFiles === 0 || this.bytes - this.#bytesAtPause >= pauseBytes;
  }

  /** Reports progress and waits for one turn of the event loop. Throws when the work was aborted. */
  async pause(): Promise<void> {
    this.#bytesAtPause = this.bytes;
    this.#options.onProgress?.(this.files, this.bytes);
    await setImmediate();
    this.#options.signal?.throwIfAborted();
  }
}
