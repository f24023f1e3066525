import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { crc32c } from "../lib/crc32c.ts";
import { hasCode } from "../lib/error-code.ts";
import { syncDirectory, writeFileAtomically } from "../lib/files/files.ts";

/** What is known of the remote file, kept beside the part that is here so that a later process can go on. */
export interface RemoteFile {
  url: string;
  /** Only strong ones: a weak one does not promise the same bytes. */
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

/** The part of a download that is here: `<file>.partial`, what it is a part of in `<file>.partial.json`, and its running checksums. */
export class PartialFile {
  remote: RemoteFile | null = null;
  /** Bytes here; all of them are in the checksums. */
  bytes = 0;
  readonly #file: string;
  #handle: FileHandle | null = null;
  #md5: Hash = createHash("md5");
  #crc32c = 0;

  private constructor(file: string) {
    this.#file = file;
  }

  /** Opens what an earlier attempt left of this address, or starts anew. */
  static async open(file: string, url: string): Promise<PartialFile> {
    const partial = new PartialFile(path.resolve(file));
    await mkdir(path.dirname(partial.#file), { recursive: true });
    const remote = await readRemote(partial.#statePath);
    if (remote?.url === url) await partial.#takeUp(remote);
    else await partial.restart();
    return partial;
  }

  get #path(): string {
    return `${this.#file}.partial`;
  }

  get #statePath(): string {
    return `${this.#file}.partial.json`;
  }

  /** Throws away what is here. */
  async restart(): Promise<void> {
    await this.#handle?.close();
    this.#handle = await open(this.#path, "w");
    await rm(this.#statePath, { force: true });
    this.remote = null;
    this.bytes = 0;
    this.#md5 = createHash("md5");
    this.#crc32c = 0;
  }

  /** Remembers what the part is a part of, before the first byte of it is written. */
  async describe(remote: RemoteFile): Promise<void> {
    this.remote = remote;
    await writeFileAtomically(this.#statePath, JSON.stringify(remote));
  }

  async append(bytes: Uint8Array): Promise<void> {
    let done = 0;
    while (done < bytes.length) {
      // At an explicit place: a second process at the same download then writes the same bytes to the same place.
      const { bytesWritten } = await this.#handle!.write(bytes, done, bytes.length - done, this.bytes + done);
      done += bytesWritten;
    }
    this.#count(bytes);
  }

  /** Checksums of what is here. */
  checksums(): { md5: string; crc32c: number } {
    return { md5: this.#md5.copy().digest("hex"), crc32c: this.#crc32c };
  }

  /** The download is complete: gives it its name. */
  async finish(): Promise<void> {
    await this.#handle!.sync();
    await this.#handle!.close();
    this.#handle = null;
    await rename(this.#path, this.#file);
    await rm(this.#statePath, { force: true });
    await syncDirectory(path.dirname(this.#file));
  }

  /** Leaves what is here for a later attempt; an empty part is not worth leaving. */
  async close(): Promise<void> {
    await this.#handle?.close();
    this.#handle = null;
    if (this.bytes > 0) return;
    await rm(this.#path, { force: true });
    await rm(this.#statePath, { force: true });
  }

  async #takeUp(remote: RemoteFile): Promise<void> {
    try {
      this.#handle = await open(this.#path, "r+");
      for await (const piece of createReadStream(this.#path, { highWaterMark: 2 ** 20 })) this.#count(piece);
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
