import { createReadStream } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { ZipReader } from "../../../lib/archive/zip-reader.ts";
import { walkFiles } from "../../../lib/files/walk.ts";
import { unpackSevenZip } from "./unpack-seven-zip.ts";

/** A file of the public folder, possibly inside an archive. */
export interface PublicFile {
  /** Relative to the folder, with `/` between components; an archive counts as a folder: `train.zip/train/1.jpg`. */
  readonly path: string;
  /** Lower case, with its dot. */
  readonly extension: string;
  /** Bytes, unpacked. */
  size(): Promise<number>;
  read(): Promise<Buffer>;
  /** The content piece by piece, for files that are too large for memory. */
  pieces(): AsyncIterable<Buffer>;
}

/** Only images come in larger numbers, and fewer of them will do. */
const mostFiles = 400_000;

/**
 * Lists the files of a folder, hands them to `use` and closes the archives among them: zip archives and tables packed by
 * 7-Zip (`train.json.7z`) are opened like folders. With depth "top", only the files directly in the folder, which is quick.
 */
export async function withPublicFiles<T>(
  folder: string,
  depth: "top" | "all",
  use: (files: readonly PublicFile[]) => Promise<T>,
): Promise<T> {
  const files: PublicFile[] = [];
  const archives: ZipReader[] = [];
  try {
    for await (const { path, absolute } of depth === "top" ? topFiles(folder) : walkFiles(folder)) {
      if (files.length >= mostFiles) break;
      if (/\.(csv|tsv|json)\.7z$/i.test(path)) files.push(sevenZipFile(path, absolute));
      else if (/\.zip$/i.test(path)) {
        // A damaged archive is ignored.
        const reader = await ZipReader.open(absolute).catch(() => null);
        if (reader === null) continue;
        archives.push(reader);
        for (const entry of zipEntries(path, reader)) files.push(entry);
      } else files.push(plainFile(path, absolute));
    }
    return await use(files);
  } finally {
    await Promise.all(archives.map((archive) => archive.close()));
  }
}

async function* topFiles(folder: string): AsyncGenerator<{ path: string; absolute: string }> {
  const children = await readdir(folder, { withFileTypes: true });
  const names = children.filter((child) => child.isFile()).map(({ name }) => name);
  for (const name of names.sort()) yield { path: name, absolute: join(folder, name) };
}

function plainFile(path: string, absolute: string): PublicFile {
  return {
    path,
    extension: extname(path).toLowerCase(),
    size: async () => (await stat(absolute)).size,
    read: () => readFile(absolute),
    pieces: () => createReadStream(absolute, { highWaterMark: 2 ** 22 }),
  };
}

function zipEntries(path: string, reader: ZipReader): PublicFile[] {
  const entries = reader.entries.filter(({ type, name }) => type === "file" && !name.startsWith("__MACOSX/"));
  return entries.map((entry) => ({
    path: `${path}/${entry.name}`,
    extension: extname(entry.name).toLowerCase(),
    size: async () => entry.size,
    read: () => reader.read(entry),
    pieces: () => reader.pieces(entry),
  }));
}

function sevenZipFile(path: string, absolute: string): PublicFile {
  const name = path.split("/").at(-1)!.slice(0, -".7z".length);
  let content: Promise<Buffer> | null = null;
  const read = (): Promise<Buffer> => {
    content ??= readFile(absolute).then(unpackSevenZip);
    return content;
  };
  return {
    path: `${path}/${name}`,
    extension: extname(name).toLowerCase(),
    size: async () => (await read()).length,
    read,
    pieces: async function* () {
      yield await read();
    },
  };
}
