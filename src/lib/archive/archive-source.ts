/** A file or directory to put into an archive. */
export interface ArchiveSource {
  /** Path inside the archive, with `/` between components. That of a directory may end in `/`. */
  name: string;
  /** The path of a file to read, the bytes themselves, or `null` for a directory. */
  content: { file: string } | Uint8Array | null;
}
