/** One entry of an archive's listing, the same for every format. */
export interface ArchiveEntry {
  /** As the archive spells it; checked only when extracting. */
  name: string;
  type: "file" | "directory" | "special";
  /** Bytes after extraction. */
  size: number;
}

/** How far an extraction has come. */
export interface ExtractProgress {
  /** Files and directories done. */
  entries: number;
  /** Null where the format tells only at its end (tar). */
  totalEntries: number | null;
  /** Bytes written. */
  bytes: number;
  totalBytes: number | null;
}
