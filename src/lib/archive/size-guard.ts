import { formatBytes } from "../format-bytes.ts";
import { ArchiveError } from "./archive-error.ts";

/** How much an archive may contain before it counts as a bomb. */
export interface ArchiveLimits {
  /** Bytes of all entries together. */
  totalBytes: number;
  /** Number of entries. */
  entries: number;
  /** Extracted bytes per compressed byte, of any entry whose compressed size is known and of the whole archive. */
  ratio: number;
  /**
   * Below this size nothing is refused for its ratio: a small file of zeros compresses a thousandfold and is harmless.
   */
  ratioFloorBytes: number;
}

/** Enough for every Kaggle competition: the largest have four million files or half a terabyte. */
const defaultLimits: ArchiveLimits = {
  totalBytes: 2 * 2 ** 40,
  entries: 20_000_000,
  ratio: 200,
  ratioFloorBytes: 2 ** 30,
};

/** Adds up entries as they are listed or extracted, and throws at the first one that exceeds a limit. */
export class SizeGuard {
  entries = 0;
  bytes = 0;
  readonly #archive: string;
  readonly #archiveBytes: number;
  readonly #limits: ArchiveLimits;

  constructor(archive: string, archiveBytes: number, limits: Partial<ArchiveLimits> = {}) {
    this.#archive = archive;
    this.#archiveBytes = archiveBytes;
    this.#limits = { ...defaultLimits, ...limits };
  }

  add(entry: string, size: number, packedSize?: number): void {
    this.entries += 1;
    this.bytes += size;
    const { totalBytes, entries } = this.#limits;
    if (this.entries > entries) this.#refuse(entry, `exceeds the limit of ${entries} entries (limits.entries)`);
    if (this.bytes > totalBytes) {
      this.#refuse(entry, `brings the archive above ${formatBytes(totalBytes)} (limits.totalBytes)`);
    }
    if (packedSize !== undefined) this.#checkRatio(entry, "it", size, packedSize);
    this.#checkRatio(entry, "the archive up to it", this.bytes, this.#archiveBytes);
  }

  #checkRatio(entry: string, subject: string, size: number, packedSize: number): void {
    const { ratio, ratioFloorBytes } = this.#limits;
    if (size <= ratioFloorBytes || size <= ratio * packedSize) return;
    const sizes = `${formatBytes(packedSize)} to ${formatBytes(size)}`;
    const reason = `looks like a bomb: ${subject} expands from ${sizes}, more than ${ratio} times (limits.ratio)`;
    this.#refuse(entry, reason);
  }

  #refuse(entry: string, reason: string): never {
    throw new ArchiveError("too-large", { archive: this.#archive, entry }, reason);
  }
}
