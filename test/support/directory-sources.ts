import type { ArchiveSource } from "../../src/lib/archive/archive-source.ts";
import { walk } from "../../src/lib/files/walk.ts";

/** All files and folders below a directory, for an archive, in the order of `walk`. */
export async function* directorySources(directory: string): AsyncGenerator<ArchiveSource> {
  for await (const entry of walk(directory)) {
    yield { name: entry.path, content: entry.type === "directory" ? null : { file: entry.absolute } };
  }
}
