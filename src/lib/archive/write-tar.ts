import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { replaceFile } from "../files.ts";
import { ArchiveError } from "./archive-error.ts";
import type { ArchiveSource } from "./archive-source.ts";
import { EntryNames } from "./entry-names.ts";
import { blockBytes, checksum } from "./tar-header.ts";

/** Options of `writeTar`. */
export interface WriteTarOptions {
  /** Compress with gzip; off by default. */
  gzip?: boolean;
  /** The time every entry carries; 1970-01-01 by default, so that the same content always gives the same bytes. */
  modified?: Date;
  signal?: AbortSignal;
}

/** Programs write tar files in records of this size; the last one is filled up with zeros. */
const recordBytes = 20 * blockBytes;
const largestOctalSize = 8 ** 11 - 1;

/** Writes a tar or tar.gz file atomically in POSIX format, owned by nobody in particular. Names follow the rules of extraction. */
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
  yield* headers(content === null ? `${path}/` : path, content === null, size, seconds);
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

function* headers(name: string, directory: boolean, size: number, seconds: number): Generator<Buffer> {
  const split = splitName(name);
  const records = split === null ? [paxRecord("path", name)] : [];
  if (size > largestOctalSize) records.push(paxRecord("size", String(size)));
  if (records.length > 0) {
    const body = Buffer.concat(records);
    yield header({ name: "./PaxHeaders/entry", prefix: "" }, "x", body.length, seconds);
    yield Buffer.concat([body, Buffer.alloc(padding(body.length, blockBytes))]);
  }
  const fallback = { name: "entry-with-a-long-name", prefix: "" };
  yield header(split ?? fallback, directory ? "5" : "0", size > largestOctalSize ? 0 : size, seconds);
}

/** The two fields a plain header has for a name, or null when it needs an extended one: too long, or not ASCII. */
function splitName(name: string): { name: string; prefix: string } | null {
  if (/[^\x00-\x7f]/.test(name)) return null;
  if (name.length <= 100) return { name, prefix: "" };
  const slash = name.indexOf("/", name.length - 101);
  if (slash < 1 || slash > 155 || slash === name.length - 1) return null;
  return { name: name.slice(slash + 1), prefix: name.slice(0, slash) };
}

function header(path: { name: string; prefix: string }, typeFlag: string, size: number, seconds: number): Buffer {
  const block = Buffer.alloc(blockBytes);
  const octal = (value: number, at: number, digits: number) => {
    block.write(value.toString(8).padStart(digits, "0"), at, "latin1");
  };
  block.write(path.name, 0, "latin1");
  octal(typeFlag === "5" ? 0o755 : 0o644, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(size, 124, 11);
  octal(Math.min(seconds, largestOctalSize), 136, 11);
  block.write(typeFlag, 156, "latin1");
  block.write("ustar\x0000", 257, "latin1");
  block.write(path.prefix, 345, "latin1");
  octal(checksum(block), 148, 6);
  block[155] = 0x20;
  return block;
}

/** `length key=value`, where the length counts itself. */
function paxRecord(key: string, value: string): Buffer {
  const rest = Buffer.from(` ${key}=${value}\n`, "utf8");
  let size = rest.length;
  while (size !== rest.length + String(size).length) size = rest.length + String(size).length;
  return Buffer.concat([Buffer.from(String(size), "latin1"), rest]);
}

function padding(size: number, unit: number): number {
  return (unit - (size % unit)) % unit;
}
