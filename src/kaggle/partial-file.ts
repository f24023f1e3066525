import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { crc32c } from "../lib/crc32c.ts";
import { hasCode } from "../lib/error-code.ts";
import { syncDirectory, writeFileAtomically } from "../lib/files/replace-file.ts";

/** What is known about the remote file, stored next to the partial download so that a later process can resume it. */
export interface RemoteFile {
  url: string;
  /** Strong tags only: a weak one does not guarantee identical bytes. */
  etag: string | null;
  lastModified: string | null;
  length: number | null;
}

const remoteFile = z.object({
  url: z.string(),
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
  length: z.number().int().nonnegative().nullable(),
});

/** A partial download, `<file>.partial`, with its description in `<file>.partial.json` and running checksums. */
export class PartialFile {
  remote: RemoteFile | null = null;
  /** Bytes received so far; the checksums cover all of them. */
  bytes = 0;
  readonly #file: string;
  #handle: FileHandle | null = null;
  #md5: Hash = createHash("md5");
  #crc32c = 0;

  private constructor(file: string) {
    this.#file = file;
  }

  /** Opens what an earlier download of this URL left, or starts from scratch. */
  static async open(file: string, url: string): Promise<PartialFile> {
    const partial = new PartialFile(path.resolve(file));
    await mkdir(path.dirname(partial.#file), { recursive: true });
    const remote = await readRemote(partial.#statePath);
    if (remote?.url === url) await partial.#resume(remote);
    else await partial.restart();
    return partial;
  }

  get path(): string {
    return `${this.#file}.partial`;
  }

  get #statePath(): string {
    return `${this.#file}.partial.json`;
  }

  /** Discards everything received so far. */
  async restart(): Promise<void> {
    await this.#handle?.close();
    // Archives hold the answers: only their owner may read them.
    this.#handle = await open(this.path, "w", 0o600);
    await rm(this.#statePath, { force: true });
    this.remote = null;
    this.bytes = 0;
    this.#md5 = createHash("md5");
    this.#crc32c = 0;
  }

  /** Stores a description of the remote file; call it before the first byte is written. */
  async describe(remote: RemoteFile): Promise<void> {
    this.remote = remote;
    await writeFileAtomically(this.#statePath, JSON.stringify(remote));
  }

  async append(bytes: Uint8Array): Promise<void> {
    let done = 0;
    while (done < bytes.length) {
      // At an explicit position: a second process with the same download then writes the same bytes to the same place.
      const { bytesWritten } = await this.#handle!.write(bytes, done, bytes.length - done, this.bytes + done);
      done += bytesWritten;
    }
    this.#count(bytes);
  }

  /** Checksums of the bytes received so far. */
  checksums(): { md5: string; crc32c: number } {
    return { md5: this.#md5.copy().digest("hex"), crc32c: this.#crc32c };
  }

  /** Moves the complete download to its final name. */
  async finish(): Promise<void> {
    await this.#handle!.sync();
    await this.#handle!.close();
    this.#handle = null;
    await rename(this.path, this.#file);
    await rm(this.#statePath, { force: true });
    await syncDirectory(path.dirname(this.#file));
  }

  /** Leaves the partial download for a later attempt, unless it is empty. */
  async close(): Promise<void> {
    await this.#handle?.close();
    this.#handle = null;
    if (this.bytes > 0) return;
    await rm(this.path, { force: true });
    await rm(this.#statePath, { force: true });
  }

  async #resume(remote: RemoteFile): Promise<void> {
    try {
      this.#handle = await open(this.path, "r+");
      for await (const piece of createReadStream(this.path, { highWaterMark: 2 ** 20 })) this.#count(piece);
    } catch (error) {
      if (!hasCode(error, "ENOENT")) throw error;
    }
    this.remote = remote;
    if (this.#handle === null || (remote.length !== null && this.bytes > remote.length)) await this.restart();
  }

  #count(bytes: Uint8Array): void {
    this.#md5.update(bytes);
    this.#crc32c = crc32c(bytes, this.#crc32c);
    this.bytes += bytes.length;
  }
}

async function readRemote(file: string): Promise<RemoteFile | null> {
  try {
    return remoteFile.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    return null;
  }
}
