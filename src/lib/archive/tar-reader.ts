import type { ArchiveEntry } from "./archive-entry.ts";
import { ArchiveError } from "./archive-error.ts";
import type { ByteSource } from "./byte-source.ts";
import { blockBytes, decodeText, parsePax, parseTarHeader, tarEntryType } from "./tar-header.ts";

/** An entry of a tar file that is being read. Its content is available only until the next entry is read. */
export interface TarEntry extends ArchiveEntry {
  /** The content in pieces of at most a megabyte. */
  pieces(): AsyncGenerator<Buffer>;
  /** The whole content. */
  read(): Promise<Buffer>;
}

const pieceBytes = 2 ** 20;
const longestMetadata = 2 ** 20;

/** Reads a tar file entry by entry, including the names and sizes in POSIX extended headers and GNU long names. */
export class TarReader {
  readonly #archive: string;
  readonly #source: ByteSource;
  readonly #global = new Map<string, string>();
  #next = new Map<string, string>();

  constructor(archive: string, source: ByteSource) {
    this.#archive = archive;
    this.#source = source;
  }

  async *entries(): AsyncGenerator<TarEntry> {
    for (;;) {
      const block = await this.#take(blockBytes, null);
      if (block.every((byte) => byte === 0)) return this.#readToEnd();
      const header = parseTarHeader(block);
      if (header === null) throw this.#error("corrupt", null, "has a damaged entry header");
      if ("xXgLK".includes(header.typeFlag)) await this.#readMetadata(header.typeFlag, header.size);
      else yield* this.#entry(header.typeFlag, header.name, header.size);
    }
  }

  async *#entry(typeFlag: string, headerName: string, headerSize: number): AsyncGenerator<TarEntry> {
    const find = (key: string) => this.#next.get(key) ?? this.#global.get(key);
    const name = find("path") ?? headerName;
    if (typeFlag === "S" || [...this.#next.keys()].some((key) => key.startsWith("GNU.sparse."))) {
      throw this.#error("unsupported", name, "is stored as a sparse file");
    }
    const size = Number(find("size") ?? headerSize);
    if (!Number.isSafeInteger(size) || size < 0) throw this.#error("corrupt", name, "has an impossible size");
    this.#next = new Map();
    const type = tarEntryType(typeFlag, name);
    // A link's header may state the size of its target, but no content follows.
    let left = type === "file" || !"123456".includes(typeFlag) ? size : 0;
    const padding = (blockBytes - (left % blockBytes)) % blockBytes;
    const takePiece = async () => {
      const piece = await this.#take(Math.min(left, pieceBytes), name);
      left -= piece.length;
      return piece;
    };
    const pieces = async function* () {
      while (left > 0) yield await takePiece();
    };
    const read = async () => {
      const all: Buffer[] = [];
      for await (const piece of pieces()) all.push(piece);
      return all.length === 1 ? all[0]! : Buffer.concat(all);
    };
    yield { name, type, size: type === "file" ? size : 0, pieces, read };
    await this.#skip(left + padding, name);
  }

  async #readMetadata(typeFlag: string, size: number): Promise<void> {
    if (size > longestMetadata) throw this.#error("too-large", null, `has a header of ${size} bytes`);
    const content = Buffer.from(await this.#take(size, null));
    await this.#skip((blockBytes - (size % blockBytes)) % blockBytes, null);
    if (typeFlag === "L" || typeFlag === "K") {
      const end = content.indexOf(0);
      this.#next.set(typeFlag === "L" ? "path" : "linkpath", decodeText(content.subarray(0, end < 0 ? size : end)));
      return;
    }
    const records = parsePax(content);
    if (records === null) throw this.#error("corrupt", null, "has a damaged extended header");
    for (const [key, value] of records) (typeFlag === "g" ? this.#global : this.#next).set(key, value);
  }

  /** Only padding follows the end mark; reading it lets gzip check its checksum. */
  async #readToEnd(): Promise<void> {
    while ((await this.#guarded(() => this.#source.skip(pieceBytes), null)) > 0);
  }

  async #take(size: number, entry: string | null): Promise<Buffer> {
    const bytes = await this.#guarded(() => this.#source.take(size), entry);
    if (bytes.length < size) throw this.#error("truncated", entry, "is truncated");
    return bytes;
  }

  async #skip(size: number, entry: string | null): Promise<void> {
    const skipped = await this.#guarded(() => this.#source.skip(size), entry);
    if (skipped < size) throw this.#error("truncated", entry, "is truncated");
  }

  async #guarded<T>(read: () => Promise<T>, entry: string | null): Promise<T> {
    try {
      return await read();
    } catch (cause) {
      const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
      if (!code.startsWith("Z_")) throw cause;
      if (code === "Z_BUF_ERROR") throw this.#error("truncated", entry, "is truncated", cause);
      throw this.#error("corrupt", entry, `has damaged compressed data (${(cause as Error).message})`, cause);
    }
  }

  #error(
    problem: "corrupt" | "too-large" | "truncated" | "unsupported",
    entry: string | null,
    reason: string,
    cause?: unknown,
  ) {
    return new ArchiveError(problem, { archive: this.#archive, entry }, reason, { cause });
  }
}
