/** Collects a command's output in bounded memory: of a long one, the beginning and the end. */
export class Transcript {
  readonly #halfBytes: number;
  readonly #head: Uint8Array[] = [];
  #headBytes = 0;
  #tail: Uint8Array[] = [];
  #tailBytes = 0;
  #dropped = 0;

  /** @param mostBytes What is kept. */
  constructor(mostBytes = 16 * 2 ** 20) {
    this.#halfBytes = mostBytes / 2;
  }

  readonly add = (chunk: Uint8Array): void => {
    const room = this.#halfBytes - this.#headBytes;
    if (room > 0) {
      const part = chunk.subarray(0, room);
      this.#head.push(part);
      this.#headBytes += part.length;
    }
    if (chunk.length <= room) return;
    const rest = chunk.subarray(Math.max(0, room));
    this.#tail.push(rest);
    this.#tailBytes += rest.length;
    while (this.#tail.length > 1 && this.#tailBytes - this.#tail[0]!.length >= this.#halfBytes) {
      const first = this.#tail.shift()!;
      this.#tailBytes -= first.length;
      this.#dropped += first.length;
    }
  };

  get text(): string {
    if (this.#dropped === 0) return Buffer.concat([...this.#head, ...this.#tail]).toString();
    const gap = `\n[${this.#dropped.toLocaleString("en-US")} bytes of output were not kept]\n`;
    return `${Buffer.concat(this.#head)}${gap}${Buffer.concat(this.#tail)}`;
  }
}
