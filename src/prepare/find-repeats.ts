/**
 * Finds repeated texts among millions that need not fit into memory: each takes eight bytes. A first pass adds all texts
 * with `add`. Texts with equal hashes become suspects, and a second pass with `confirm` tells equal texts from equal
 * hashes.
 */
export class RepeatFinder {
  #hashes = new Float64Array(1 << 12);
  #count = 0;
  #suspects: Set<number> | null = null;
  readonly #seen = new Set<string>();

  add(bytes: Buffer, start: number, end: number): void {
    if (this.#count === this.#hashes.length) {
      const larger = new Float64Array(this.#hashes.length * 2);
      larger.set(this.#hashes);
      this.#hashes = larger;
    }
    this.#hashes[this.#count++] = hash(bytes, start, end);
  }

  /** Ends the first pass. True if a second one is needed. */
  hasSuspects(): boolean {
    const hashes = this.#hashes.subarray(0, this.#count).sort();
    this.#suspects = new Set();
    for (let at = 1; at < hashes.length; at += 1) if (hashes[at] === hashes[at - 1]) this.#suspects.add(hashes[at]!);
    return this.#suspects.size > 0;
  }

  /** For the second pass. True if the same text has come before. */
  confirm(bytes: Buffer, start: number, end: number): boolean {
    if (!this.#suspects!.has(hash(bytes, start, end))) return false;
    const text = bytes.toString("latin1", start, end);
    if (this.#seen.has(text)) return true;
    this.#seen.add(text);
    return false;
  }
}

/** Two 32-bit FNV-1a hashes with different starts and multipliers, combined to 53 bits. */
function hash(bytes: Buffer, start: number, end: number): number {
  let [high, low] = [0x811c9dc5, 0x2545f491];
  for (let at = start; at < end; at += 1) {
    high = Math.imul(high ^ bytes[at]!, 0x01000193);
    low = Math.imul(low ^ bytes[at]!, 0x85ebca6b);
    low ^= low >>> 15;
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}
