/** An entry in an archive's listing, whatever the format. */
export interface ArchiveEntry {
  /** As stored in the archive; checked only when extracting. */
  name: string;
  type: "file" | "directory" | "special";
  /** Bytes after extraction. */
  size: number;
}

/** The progress of an extraction. */
export interface ExtractProgress {
  /** Files and directories extracted so far. */
  entries: number;
  /** Null for formats whose total is known only at the end (tar). */
  totalEntries: number | null;
  /** Bytes written so far. */
  bytes: number;
  totalBytes: number | null;
}
