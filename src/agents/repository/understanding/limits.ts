/** What is read of a repository, whose authors are not trusted: everything has a limit, and what is left out is counted. */
export interface ReadingLimits {
  /** Files and folders that are listed. */
  readonly entries: number;
  /** Files of Python that are parsed, the ones closest to the root first. */
  readonly modules: number;
  /** Bytes of one file of Python. */
  readonly moduleBytes: number;
  /** Bytes of one notebook, whose outputs may be large. */
  readonly notebookBytes: number;
  /** Bytes of all files that are parsed. */
  readonly totalBytes: number;
}

export const defaultLimits: ReadingLimits = {
  entries: 50_000,
  modules: 5_000,
  moduleBytes: 1_000_000,
  notebookBytes: 10_000_000,
  totalBytes: 60_000_000,
};
