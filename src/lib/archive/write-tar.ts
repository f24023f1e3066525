import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { replaceFile } from "../files/replace-file.ts";
import { ArchiveError } from "./archive-error.ts";
import type { ArchiveSource } from "./archive-source.ts";
import { EntryNames } from "./entry-names.ts";
import { makeTarHeader } from "./make-tar-header.ts";
import { blockBytes } from "./tar-header.ts";

interface WriteTarOptions {
  /** Compress with gzip. Default: false. */
  gzip?: boolean;
  /** The time of every entry. Default: 1970-01-01, so that the same content always gives the same bytes. */
  modified?: Date;
  signal?: AbortSignal;
}

/** Tar files consist of records of this size; the last one is padded with zeros. */
const recordBytes = 20 * blockBytes;

/** Writes a tar or tar.gz file atomically, in POSIX format and owned by root. Names follow the rules of extraction. */
export async function writeTar(
  archive: string,
  sources: Iterable<ArchiveSource> | AsyncIterable<ArchiveSource>,
  options: WriteTarOptions = {},
): Promise<void> {
  const content = Readable.from(tarPieces(archive, sources, options), { objectMode: false, highWaterMark: 2 ** 20 });
  const output = options.gzip === true ? content.pipe(createGzip()) : content;
  content.once("error", (error) => output.destroy(error));
  try {
    await replaceFile(archive, async (handle) => {
      for await (const piece of output) {
        options.signal?.throwIfAborted();
        await handle.writeFile(piece);
      }
    });
  } finally {
    content.destroy();
  }
}

async function* tarPieces(
  archive: string,
  sources: Iterable<ArchiveSource> | AsyncIterable<ArchiveSource>,
  options: WriteTarOptions,
): AsyncGenerator<Uint8Array> {
  const names = new EntryNames(archive);
  const seconds = Math.max(0, Math.floor((options.modified?.getTime() ?? 0) / 1000));
  let written = 0;
  for await (const source of sources) {
    for await (const piece of entryPieces(archive, names, source, seconds)) {
      written += piece.length;
      yield piece;
    }
  }
  // The end mark is two empty blocks.
  const end = written + 2 * blockBytes;
  yield Buffer.alloc(2 * blockBytes + padding(end, recordBytes));
}

async function* entryPieces(archive: string, names: EntryNames, source: ArchiveSource, seconds: number) {
  const { content } = source;
  const path = names.add(source.name, content === null ? "directory" : "file");
  const inMemory = content === null || content instanceof Uint8Array;
  const size = inMemory ? (content?.length ?? 0) : (await stat(content.file)).size;
  yield content === null
    ? makeTarHeader({ name: `${path}/`, kind: "5", mode: 0o755, seconds, size })
    : makeTarHeader({ name: path, kind: "0", mode: 0o644, seconds, size });
  let written = 0;
  const pieces = inMemory ? [content ?? new Uint8Array()] : createReadStream(content.file, { highWaterMark: 2 ** 20 });
  for await (const piece of pieces) {
    written += piece.length;
    if (piece.length > 0) yield piece as Uint8Array;
  }
  if (written !== size) {
    throw new ArchiveError("corrupt", { archive, entry: source.name }, "changed its size while it was read");
  }
  if (padding(size, blockBytes) > 0) yield Buffer.alloc(padding(size, blockBytes));
}

function padding(size: number, unit: number): number {
  return (unit - (size % unit)) % unit;
}
