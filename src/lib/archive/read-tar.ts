import { type ByteSource, FileBytes, GunzippedBytes } from "./byte-source.ts";
import { EntryNames } from "./entry-names.ts";
import { TarReader } from "./tar-reader.ts";

/** A file met while reading an archive. */
export interface ReadFile {
  /** Relative, with `/` between components and without `.` among them. */
  readonly path: string;
  /** Its bytes; to be asked for before the next file is. */
  read(): Promise<Buffer>;
}

/**
 * The files of a tar or tar.gz archive one after the other, without unpacking it. Names that lead out of the archive or
 * come twice are refused, as in `extractTar`; links and special files are passed over.
 */
export async function* readTar(archive: string): AsyncGenerator<ReadFile> {
  const source = await openTar(archive);
  try {
    const names = new EntryNames(archive);
    for await (const entry of new TarReader(archive, source).entries()) {
      if (entry.type !== "file") continue;
      const read = async () => {
        const pieces: Buffer[] = [];
        for await (const piece of entry.pieces()) pieces.push(piece);
        return Buffer.concat(pieces);
      };
      yield { path: names.add(entry.name, "file"), read };
    }
  } finally {
    await source.close();
  }
}

async function openTar(archive: string): Promise<ByteSource> {
  const plain = await FileBytes.open(archive);
  const isCompressed = (await plain.take(2)).equals(Buffer.from([0x1f, 0x8b]));
  await plain.close();
  return isCompressed ? new GunzippedBytes(archive) : FileBytes.open(archive);
}
