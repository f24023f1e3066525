import { freeDiskBytes } from "../lib/files/files.ts";
import { formatBytes } from "../lib/format-bytes.ts";
import { answerError, type Question } from "./answer-error.ts";
import { KaggleError } from "./kaggle-error.ts";
import { PartialFile, type RemoteFile } from "./partial-file.ts";
import { type DownloadProgress, ProgressMeter } from "./progress-meter.ts";
import { type Answer, describe, networkFailure, request } from "./request.ts";
import { type OnRetry, type RetryOptions, TransientFailure, withRetries } from "./retry.ts";

/** Options of `download`. */
export interface DownloadOptions {
  /** Sent only to the host of the address itself. */
  authorization?: string | undefined;
  /** The MD5 the file must have, in hexadecimal. */
  md5?: string | undefined;
  onProgress?: ((progress: DownloadProgress) => void) | undefined;
  /** Told before each wait after a failure. */
  onRetry?: OnRetry | undefined;
  signal?: AbortSignal | undefined;
  retry?: Partial<RetryOptions> | undefined;
  /** A connection that brings nothing for so long counts as cut. */
  idleMs?: number | undefined;
  /** What the file belongs to, for messages. */
  question?: Omit<Question, "url"> | undefined;
}

/** A finished download. */
export interface Downloaded {
  bytes: number;
  md5: string;
  /** Bytes that were here already from an earlier process. */
  resumedFrom: number;
}

/**
 * Downloads an address into a file, which appears only when it is complete and its length and checksums are right. A connection that
 * is cut, or a process that is stopped, costs nothing: the part that is here stays in `<file>.partial` and is continued if the
 * server still has the same file, and downloaded anew if not.
 */
export async function download(url: string, file: string, options: DownloadOptions = {}): Promise<Downloaded> {
  const partial = await PartialFile.open(file, url);
  const task = new Download(url, file, partial, options);
  try {
    await withRetries((gotFurther) => task.attempt(gotFurther), options);
    const { md5 } = partial.checksums();
    await partial.finish();
    return { bytes: partial.bytes, md5, resumedFrom: task.resumedFrom };
  } catch (error) {
    await partial.close();
    if (!(error instanceof TransientFailure)) throw error;
    const kept = partial.bytes > 0 ? ` ${formatBytes(partial.bytes)} are kept; the same command continues there.` : "";
    throw new KaggleError("unavailable", `${error.message}${kept}`, { cause: error });
  }
}

class Download {
  readonly #url: string;
  readonly #file: string;
  readonly #partial: PartialFile;
  readonly #options: DownloadOptions;
  readonly #meter: ProgressMeter;
  /** Bytes an earlier process left that are part of the file. */
  resumedFrom: number;
  #furthest = 0;
  /** What storage says of the whole file, as in `crc32c=AAAAAA==,md5=...`. */
  #serverHash: string | null = null;
  #damaged = 0;
  /** Whether some of the bytes come from an earlier answer, and might not fit those of the last. */
  #pieced: boolean;

  constructor(url: string, file: string, partial: PartialFile, options: DownloadOptions) {
    this.#url = url;
    this.#file = file;
    this.#partial = partial;
    this.#options = options;
    this.#meter = new ProgressMeter(options.onProgress ?? (() => undefined));
    this.#pieced = partial.bytes > 0;
    this.resumedFrom = partial.bytes;
  }

  /** One connection: asks for what is missing and takes what comes. Returns when the file is complete and right. */
  async attempt(gotFurther: () => void): Promise<void> {
    const { signal, authorization } = this.#options;
    if (!this.#isComplete()) {
      const idle = new AbortController();
      const both = signal === undefined ? idle.signal : AbortSignal.any([signal, idle.signal]);
      const headers = await this.#rangeHeaders();
      const answer = await request(this.#url, { headers, authorization, signal: both });
      await this.#accept(answer);
      await this.#receive(answer.response, idle, gotFurther);
    }
    await this.#verify();
    this.#meter.update(this.#partial.bytes, this.#partial.bytes, { final: true });
  }

  #isComplete(): boolean {
    const { bytes, remote } = this.#partial;
    return bytes > 0 && remote?.length === bytes;
  }

  /** Asks for the rest, if the server still has the same file; without a mark to tell it by, for all of it. */
  async #rangeHeaders(): Promise<Record<string, string>> {
    const { bytes, remote } = this.#partial;
    const validator = remote?.etag ?? remote?.lastModified ?? null;
    if (bytes > 0 && validator !== null) return { range: `bytes=${bytes}-`, "if-range": validator };
    if (bytes > 0) await this.#startOver();
    return {};
  }

  /** Makes the partial file ready for the body of this answer, or throws. */
  async #accept(answer: Answer): Promise<void> {
    const { response } = answer;
    if (response.status === 200) {
      // All of it: the server does not do ranges, or has another file by now.
      if (this.#partial.bytes > 0) await this.#startOver();
      const remote = describeRemote(this.#url, response);
      await this.#requireSpace(remote.length);
      return this.#partial.describe(remote);
    }
    if (response.status === 206 && this.#continues(response)) {
      this.#pieced = true;
      return;
    }
    if (response.status === 206 || response.status === 416) {
      await response.body?.cancel();
      await this.#startOver();
      throw new TransientFailure(`${describe(this.#url)} has changed.`, { askedMs: 0 });
    }
    throw await answerError(answer, { url: this.#url, ...this.#options.question });
  }

  /** Not every server heeds If-Range: whether the rest fits what is here is checked again. */
  #continues(response: Response): boolean {
    const { bytes, remote } = this.#partial;
    const [, start, total] = response.headers.get("content-range")?.match(/^bytes (\d+)-\d+\/(\d+|\*)$/) ?? [];
    const now = describeRemote(this.#url, response);
    const sameLength = total === "*" || remote?.length == null || Number(total) === remote.length;
    const sameTag = remote?.etag == null || now.etag === null || now.etag === remote.etag;
    return Number(start) === bytes && sameLength && sameTag;
  }

  async #receive(response: Response, idle: AbortController, gotFurther: () => void): Promise<void> {
    const { idleMs = 60_000, signal } = this.#options;
    const timer = setTimeout(() => idle.abort(new Error(`nothing came for ${idleMs / 1000} seconds`)), idleMs);
    const length = this.#partial.remote?.length ?? null;
    this.#meter.restart(this.#partial.bytes);
    try {
      for await (const piece of response.body ?? []) {
        timer.refresh();
        await this.#partial.append(piece);
        if (this.#partial.bytes > this.#furthest) {
          this.#furthest = this.#partial.bytes;
          gotFurther();
        }
        this.#meter.update(this.#partial.bytes, length);
      }
    } catch (error) {
      signal?.throwIfAborted();
      throw isNetworkError(error) ? networkFailure(this.#url, error) : error;
    } finally {
      clearTimeout(timer);
    }
    if (length !== null && this.#partial.bytes !== length) {
      const message = `${describe(this.#url)} sent ${this.#partial.bytes} of ${length} bytes.`;
      if (this.#partial.bytes > length) await this.#startOver();
      throw new TransientFailure(message);
    }
    await this.#partial.describe({ ...this.#partial.remote!, length: this.#partial.bytes });
    this.#serverHash = response.headers.get("x-goog-hash") ?? this.#serverHash;
  }

  /** Compares with what storage says of the file and with what the caller expects. */
  async #verify(): Promise<void> {
    const { md5, crc32c } = this.#partial.checksums();
    const asSent = agrees(this.#serverHash, md5, crc32c);
    const expected = this.#options.md5?.toLowerCase();
    if (asSent && (expected === undefined || expected === md5)) return;
    if (!asSent || this.#pieced) {
      this.#damaged += 1;
      await this.#startOver();
      const message = `${describe(this.#url)} arrived damaged.`;
      if (this.#damaged > 1) throw new KaggleError("checksum", `${message} So it did when it was tried again.`);
      throw new TransientFailure(message, { askedMs: 0 });
    }
    throw new KaggleError(
      "checksum",
      `${describe(this.#url)} has MD5 ${md5}, expected ${expected}: Kaggle's file is not the one this version was made for. ` +
        `It is kept as ${this.#file}.partial; downloading without the check takes it as it is.`,
    );
  }

  async #startOver(): Promise<void> {
    await this.#partial.restart();
    this.#pieced = false;
    this.resumedFrom = 0;
    this.#meter.restart(0);
  }

  async #requireSpace(length: number | null): Promise<void> {
    const free = await freeDiskBytes(this.#file);
    if (length === null || length <= free) return;
    const sizes = `${formatBytes(length)} are needed, ${formatBytes(free)} are free`;
    throw new KaggleError("no-space", `${this.#file} does not fit on its disk: ${sizes}.`);
  }
}

/** Whether the checksums are those that storage states; what it does not state agrees. */
function agrees(stated: string | null, md5: string, crc32c: number): boolean {
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(crc32c);
  const own: Record<string, string> = {
    md5: Buffer.from(md5, "hex").toString("base64"),
    crc32c: crc.toString("base64"),
  };
  return (stated ?? "").split(",").every((part) => {
    const [, name = "", value] = part.trim().match(/^(\w+)=(.*)$/) ?? [];
    return own[name] === undefined || own[name] === value;
  });
}

function describeRemote(url: string, response: Response): RemoteFile {
  const header = (name: string) => response.headers.get(name);
  // A server that compresses all the same: neither length nor tag are those of what we receive.
  if ((header("content-encoding") ?? "identity") !== "identity")
    return { url, etag: null, lastModified: null, length: null };
  const etag = header("etag");
  const length = header("content-length");
  return {
    url,
    etag: etag === null || etag.startsWith("W/") ? null : etag,
    lastModified: header("last-modified"),
    length: length === null ? null : Number(length),
  };
}

/** A body that broke off, or our own timer; anything else (a full disk) is no reason to try again. */
function isNetworkError(error: unknown): boolean {
  return error instanceof Error && !("syscall" in error);
}
