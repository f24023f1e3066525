import { createWriteStream, type WriteStream } from "node:fs";

/** The run's log: what the agent prints, up to its output limit. */
export class OutputLog {
  readonly #stream: WriteStream;
  readonly #limitBytes: number;
  #written = 0;
  #failure: Error | null = null;
  #closed: Promise<void> | undefined;

  constructor(path: string, limitBytes = Number.POSITIVE_INFINITY) {
    this.#limitBytes = limitBytes;
    this.#stream = createWriteStream(path, { flags: "a" });
    this.#stream.on("error", (error) => {
      this.#failure = error;
    });
  }

  write(chunk: Uint8Array): void {
    this.#written += chunk.length;
    this.#stream.write(chunk);
  }

  /** Closes a log that nothing more is written to. @throws when it lacks some output, most likely because the disk is full. */
  async complete(): Promise<void> {
    if (this.#written >= this.#limitBytes) {
      // The sandbox has dropped the rest; without this line the log would look complete.
      const limit = `the output limit of ${this.#limitBytes} bytes was reached`;
      this.#stream.write(`\nmlebench: ${limit}; later output was dropped.\n`);
    }
    await this.close();
    if (this.#failure !== null) throw this.#failure;
  }

  /** May be called again. */
  async close(): Promise<void> {
    this.#closed ??= new Promise((resolve) => this.#stream.end(() => resolve()));
    await this.#closed;
  }
}
