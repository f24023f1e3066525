/** Shorter values are hardly secrets, and blanking them out would make ordinary text unreadable. */
const shortest = 6;
const blank = Buffer.from("***");

/** Replaces secrets in a stream of bytes by `***`, also where one is split between chunks. */
export class SecretMask {
  readonly #secrets: readonly Buffer[];
  /** The beginning of what may become a secret. */
  #held: Buffer = Buffer.alloc(0);

  constructor(secrets: readonly string[]) {
    const values = new Set(secrets.map((secret) => secret.trim()).filter(({ length }) => length >= shortest));
    // The longest first: one secret may begin with another.
    this.#secrets = [...values].map((value) => Buffer.from(value)).sort((a, b) => b.length - a.length);
  }

  /** What can be passed on after another chunk has arrived. */
  next(chunk: Uint8Array): Uint8Array {
    if (this.#secrets.length === 0) return chunk;
    const bytes = Buffer.concat([this.#held, chunk]);
    const parts: Buffer[] = [];
    let from = 0;
    for (;;) {
      const open = this.#openFrom(bytes, from);
      const match = this.#firstMatch(bytes, from);
      if (match === null || open <= match.at) {
        parts.push(bytes.subarray(from, open));
        this.#held = Buffer.from(bytes.subarray(open));
        return Buffer.concat(parts);
      }
      parts.push(bytes.subarray(from, match.at), blank);
      from = match.at + match.length;
    }
  }

  /** The rest, when nothing more arrives. A secret that was cut off is blanked out as well. */
  end(): Uint8Array {
    const rest = this.#held;
    this.#held = Buffer.alloc(0);
    return rest.length >= shortest ? blank : rest;
  }

  #firstMatch(bytes: Buffer, from: number): { at: number; length: number } | null {
    let first: { at: number; length: number } | null = null;
    for (const secret of this.#secrets) {
      const at = bytes.indexOf(secret, from);
      if (at >= 0 && (first === null || at < first.at)) first = { at, length: secret.length };
    }
    return first;
  }

  /** Where the last bytes begin that are the beginning of a secret; the end if they are not. */
  #openFrom(bytes: Buffer, from: number): number {
    const starts = this.#secrets.map((secret) => {
      for (let at = Math.max(from, bytes.length - secret.length + 1); at < bytes.length; at += 1) {
        if (bytes[at] === secret[0] && bytes.compare(secret, 0, bytes.length - at, at) === 0) return at;
      }
      return bytes.length;
    });
    return Math.min(...starts);
  }
}
