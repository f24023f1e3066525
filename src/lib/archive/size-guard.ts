import { formatBytes } from "../format-bytes.ts";
import { ArchiveError } from "./archive-error.ts";

/** How much an archive may unpack to before it counts as a bomb. */
export interface ArchiveLimits {
  /** Bytes of all entries together. */
  totalBytes: number;
  /** Number of entries. */
  entries: number;
  /** Unpacked bytes per packed byte, of any entry whose packed size is known and of the whole archive. */
  ratio: number;
  /** Below this size nothing is refused for its ratio: a small file of zeros packs a thousandfold and harms nobody. */
  ratioFloorBytes: number;
}

/** Generous enough for every Kaggle competition (the largest hold four million files or half a terabyte). */
export const defaultArchiveLimits: ArchiveLimits = {
  totalBytes: 2 * 2 ** 40,
  entries: 20_000_000,
  ratio: 200,
  ratioFloorBytes: 2 ** 30,
};

/** Adds up entries as they are listed or unpacked and throws, naming the entry, at the first that goes over a limit. */
export class SizeGuard {
  entries = 0;
  bytes = 0;
  readonly #archive: string;
  readonly #archiveBytes: number;
  readonly #limits: ArchiveLimits;

  constructor(archive: string, archiveBytes: number, limits: Partial<ArchiveLimits> = {}) {
    this.#archive = archive;
    this.#archiveBytes = archiveBytes;
    this.#limits = { ...defaultArchiveLimits, ...limits };
  }

  add(entry: string, size: number, packedSize?: number): void {
    this.entries += 1;
    this.bytes += size;
    const { totalBytes, entries } = this.#limits;
    if (this.entries > entries)
      this.#refuse(entry, `is one too many: the limit is ${entries} entries (limits.entries)`);
    if (this.bytes > totalBytes) {
      this.#refuse(entry, `takes the archive over ${formatBytes(totalBytes)} (limits.totalBytes)`);
    }
    if (packedSize !== undefined) this.#checkRatio(entry, "it", size, packedSize);
    this.#checkRatio(entry, "with it the archive", this.bytes, this.#archiveBytes);
  }

  #checkRatio(entry: string, subject: string, size: number, packedSize: number): void {
    const { ratio, ratioFloorBytes } = this.#limits;
    if (size <= ratioFloorBytes || size <= ratio * packedSize) return;
    const sizes = `${formatBytes(packedSize)} to ${formatBytes(size)}`;
    this.#refuse(entry, `looks like a bomb: ${subject} unpacks from ${sizes}, over ${ratio} times (limits.ratio)`);
  }

  #refuse(entry: string, reason: string): never {
    throw new ArchiveError("too-large", { archive: this.#archive, entry }, reason);
  }
}
