/** A secret shorter than this could be any text. */
const shortestSecret = 8;

/**
 * Blanks out secrets in bytes that pass, also where a chunk ends in the middle of one. Bytes are held back only while they
 * may be the beginning of a secret.
 */
export class KeyGuard {
  readonly #secrets: readonly Buffer[];
  #held: Buffer = Buffer.alloc(0);

  constructor(secrets: readonly string[]) {
    this.#secrets = secrets.map((secret) => Buffer.from(secret));
  }

  push(chunk: Buffer): Buffer {
    const bytes = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    const clean = this.#blank(bytes);
    const keep = Math.max(0, ...this.#secrets.map((secret) => beginningAtEnd(clean, secret)));
    this.#held = clean.subarray(clean.length - keep);
    return clean.subarray(0, clean.length - keep);
  }

  /** What was held back at the end. */
  end(): Buffer {
    const held = this.#held;
    this.#held = Buffer.alloc(0);
    return held;
  }

  #blank(bytes: Buffer): Buffer {
    let clean = bytes;
    for (const secret of this.#secrets) {
      for (let at = clean.indexOf(secret); at >= 0; at = clean.indexOf(secret, at)) {
        if (clean === bytes) clean = Buffer.from(bytes);
        clean.fill("*", at, at + secret.length);
      }
    }
    return clean;
  }
}

/** How many bytes at the end are the beginning of the secret. */
function beginningAtEnd(bytes: Buffer, secret: Buffer): number {
  for (let length = Math.min(secret.length - 1, bytes.length); length > 0; length -= 1) {
    if (bytes[bytes.length - length] !== secret[0]) continue;
    if (bytes.subarray(bytes.length - length).equals(secret.subarray(0, length))) return length;
  }
  return 0;
}

/** The secrets in the headers that reach a provider. */
export function secretsIn(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.values(headers)
    .map((value) => value.replace(/^Bearer\s+/i, ""))
    .filter((value) => value.length >= shortestSecret);
}
