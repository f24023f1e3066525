import { BenchError } from "../errors.ts";

/** What is wrong with an archive. It is part of an `ArchiveError`'s code, as in `archive-unsafe-name`. */
export type ArchiveProblem =
  | "not-an-archive"
  | "truncated"
  | "corrupt"
  | "overlap"
  | "encrypted"
  | "unsupported"
  | "unsafe-name"
  | "special-file"
  | "duplicate"
  | "too-large"
  | "no-space"
  | "occupied";

/**
 * An archive was refused or could not be written. The message names the archive, the entry if there is one, and the
 * reason.
 */
export class ArchiveError extends BenchError {
  readonly problem: ArchiveProblem;
  readonly archive: string;
  /** The entry's name as stored in the archive, or null if the archive as a whole is refused. */
  readonly entry: string | null;

  constructor(
    problem: ArchiveProblem,
    where: { archive: string; entry?: string | null },
    reason: string,
    options?: { cause?: unknown },
  ) {
    // Quoted as JSON, so that control characters in a malicious name cannot affect the terminal.
    const entry = where.entry == null ? "" : `entry ${JSON.stringify(where.entry)} `;
    super(`archive-${problem}`, `${where.archive}: ${entry}${reason}`, options);
    this.problem = problem;
    this.archive = where.archive;
    this.entry = where.entry ?? null;
  }
}
