import { walk } from "../files/walk.ts";
import { ArchiveError } from "./archive-error.ts";

/** Something to put into an archive. A directory has no content; its name may end in `/` or not. */
export interface ArchiveSource {
  /** Path inside the archive, with `/` between components. */
  name: string;
  /** A file to read, given by its path, or the bytes themselves, or `null` for a directory. */
  content: { file: string } | Uint8Array | null;
}

/** All files and directories below a directory, in the order of `walk`, named relative to it (below `prefix`, if one is given). */
export async function* directorySources(directory: string, prefix = ""): AsyncGenerator<ArchiveSource> {
  for await (const entry of walk(directory)) {
    const name = prefix === "" ? entry.path : `${prefix}/${entry.path}`;
    if (entry.type === "directory") yield { name, content: null };
    else if (entry.type === "file") yield { name, content: { file: entry.absolute } };
    else
      throw new ArchiveError(
        "special-file",
        { archive: directory, entry: entry.path },
        "is neither file nor directory",
      );
  }
}
