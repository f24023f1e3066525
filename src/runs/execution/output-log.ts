import { createWriteStream, type WriteStream } from "node:fs";
import { SecretMask } from "../../lib/mask-secrets.ts";
import type { AttemptFailure } from "./attempt-failure.ts";

/** The run's log: what the agent prints, up to its output limit and without secrets. */
export class OutputLog {
  readonly #stream: WriteStream;
  readonly #limitBytes: number;
  readonly #mask: SecretMask;
  #written = 0;
  #closed: Promise<void> | undefined;

  /** @param failure Learns that output is missing, most likely because the disk is full. */
  constructor(
    path: string,
    failure: AttemptFailure,
    options: { readonly limitBytes?: number | undefined; readonly secrets?: readonly string[] | undefined },
  ) {
    this.#limitBytes = options.limitBytes ?? Number.POSITIVE_INFINITY;
    this.#mask = new SecretMask(options.secrets ?? []);
    this.#stream = createWriteStream(path, { flags: "a" });
    this.#stream.on("error", failure.add);
  }

  write(chunk: Uint8Array): void {
    this.#written += chunk.length;
    this.#stream.write(this.#mask.next(chunk));
  }

  /** Closes a log that nothing more is written to. */
  async complete(): Promise<void> {
    this.#stream.write(this.#mask.end());
    if (this.#written >= this.#limitBytes) {
      // The sandbox has dropped the rest; without this line the log would look complete.
      const limit = `the output limit of ${this.#limitBytes} bytes was reached`;
      this.#stream.write(`\nmlebench: ${limit}; later output was dropped.\n`);
    }
    await this.close();
  }

  /** May be called again. */
  async close(): Promise<void> {
    // Comes after an error, if there is one.
    this.#closed ??= new Promise((resolve) => {
      if (this.#stream.closed) return resolve();
      this.#stream.once("close", resolve).end();
    });
    await this.#closed;
  }
}
