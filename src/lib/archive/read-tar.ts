import { EntryNames } from "./entry-names.ts";
import { openTar } from "./open-tar.ts";
import { TarReader } from "./tar-reader.ts";

/** A file in an archive that is being read. */
interface ArchivedFile {
  /** Relative, with `/` between components and no `.` among them. */
  readonly path: string;
  /** The file's bytes. Call it before moving on to the next file. */
  read(): Promise<Buffer>;
}

/**
 * The files of a tar or tar.gz archive one by one, without extracting it. Names that lead outside or appear twice are
 * refused, as in `extractTar`; links and special files are skipped.
 */
export async function* readTar(archive: string): AsyncGenerator<ArchivedFile> {
  const source = await openTar(archive);
  try {
    const names = new EntryNames(archive);
    for await (const entry of new TarReader(archive, source).entries()) {
      if (entry.type === "file") yield { path: names.add(entry.name, "file"), read: entry.read };
    }
  } finally {
    await source.close();
  }
}
