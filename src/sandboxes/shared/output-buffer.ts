/**
 * Takes the first `limit` bytes of a command's output and counts the rest, so that a flood of output costs no memory.
 * Without `keep`, even those are only passed on.
 */
export class OutputBuffer {
  readonly #limit: number;
  readonly #onOutput: ((chunk: Uint8Array) => void) | undefined;
  readonly #keep: boolean;
  readonly #chunks: Uint8Array[] = [];
  #taken = 0;
  #seen = 0;

  constructor(limit: number, onOutput?: (chunk: Uint8Array) => void, keep = true) {
    this.#limit = limit;
    this.#onOutput = onOutput;
    this.#keep = keep;
  }

  /** Bytes that arrived, taken or not. */
  get bytes(): number {
    return this.#seen;
  }

  get truncated(): boolean {
    return this.#seen > this.#taken;
  }

  add(chunk: Uint8Array): void {
    this.#seen += chunk.length;
    const part = chunk.subarray(0, this.#limit - this.#taken);
    if (part.length === 0) return;
    this.#taken += part.length;
    if (this.#keep) this.#chunks.push(part);
    this.#onOutput?.(part);
  }

  /** What was kept, as UTF-8; a character that was cut off becomes a replacement character. */
  text(): string {
    return Buffer.concat(this.#chunks).toString("utf8");
  }
}
