/** Keeps the first `limit` bytes of a command's output and counts the rest, so that a flood costs no memory. */
export class OutputBuffer {
  readonly #limit: number;
  readonly #onOutput: ((chunk: Uint8Array) => void) | undefined;
  readonly #chunks: Uint8Array[] = [];
  #kept = 0;
  #seen = 0;

  constructor(limit: number, onOutput?: (chunk: Uint8Array) => void) {
    this.#limit = limit;
    this.#onOutput = onOutput;
  }

  /** Bytes that came, kept or not. */
  get bytes(): number {
    return this.#seen;
  }

  get truncated(): boolean {
    return this.#seen > this.#kept;
  }

  add(chunk: Uint8Array): void {
    this.#seen += chunk.length;
    const part = chunk.subarray(0, this.#limit - this.#kept);
    if (part.length === 0) return;
    this.#kept += part.length;
    this.#chunks.push(part);
    this.#onOutput?.(part);
  }

  /** What was kept, as UTF-8; a character cut in two shows as a replacement character. */
  text(): string {
    return Buffer.concat(this.#chunks).toString("utf8");
  }
}
