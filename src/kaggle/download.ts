import { detectArchive } from "../lib/archive/detect-archive.ts";
import { freeDiskBytes } from "../lib/files/free-disk-bytes.ts";
import { formatBytes } from "../lib/format-bytes.ts";
import { answerError, notAnArchive, type Question } from "./answer-error.ts";
import { KaggleError } from "./kaggle-error.ts";
import { PartialFile, type RemoteFile } from "./partial-file.ts";
import { type DownloadProgress, ProgressMeter } from "./progress-meter.ts";
import { type Answer, describe, networkFailure, request } from "./request.ts";
import { type OnRetry, type RetryOptions, TransientFailure, withRetries } from "./retry.ts";

export interface DownloadOptions {
  /** Sent only to the host of the URL itself. */
  authorization?: string | undefined;
  /** The expected MD5, in hexadecimal. */
  md5?: string | undefined;
  /** Refuse anything but an archive, such as a sign-in page. */
  isArchive?: boolean;
  onProgress?: ((progress: DownloadProgress) => void) | undefined;
  /** Called before each wait after a failure. */
  onRetry?: OnRetry | undefined;
  signal?: AbortSignal | undefined;
  retry?: Partial<RetryOptions> | undefined;
  /** A connection that delivers nothing for this long counts as lost. */
  idleMs?: number | undefined;
  /** What the file is part of, for messages. */
  question?: Omit<Question, "url"> | undefined;
}

/** A finished download. */
export interface Downloaded {
  bytes: number;
  md5: string;
  /** Bytes that an earlier process had already received. */
  resumedFrom: number;
}

/**
 * Downloads a URL into a file, which appears only when it is complete and its length and checksums are right. After a lost
 * connection or a killed process, the part in `<file>.partial` is resumed if the server still has the same file; otherwise
 * the download starts over.
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
    const kept =
      partial.bytes > 0 ? ` ${formatBytes(partial.bytes)} are kept; run the same command again to resume.` : "";
    throw new KaggleError("unavailable", `${error.message}${kept}`, { cause: error });
  }
}

class Download {
  readonly #url: string;
  readonly #file: string;
  readonly #partial: PartialFile;
  readonly #options: DownloadOptions;
  readonly #meter: ProgressMeter;
  /** Bytes of the file that an earlier process received. */
  resumedFrom: number;
  #furthest = 0;
  /** Storage's checksums of the whole file, as in `crc32c=AAAAAA==,md5=...`. */
  #serverHash: string | null = null;
  #damaged = 0;
  /** Whether the bytes come from more than one response, and so might not fit together. */
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

  /** Uses one connection to request and receive what is missing. Returns when the file is complete and correct. */
  async attempt(gotFurther: () => void): Promise<void> {
    const { signal, authorization } = this.#options;
    if (!this.#isComplete()) {
      const idle = new AbortController();
      const both = signal === undefined ? idle.signal : AbortSignal.any([signal, idle.signal]);
      const headers = await this.#rangeHeaders();
      const answer = await request(this.#url, { headers, authorization, signal: both });
      await this.#accept(answer, "range" in headers);
      await this.#receive(answer.response, idle, gotFurther);
    }
    await this.#requireArchive();
    await this.#verify();
    this.#meter.update(this.#partial.bytes, this.#partial.bytes, { final: true });
  }

  #isComplete(): boolean {
    const { bytes, remote } = this.#partial;
    return bytes > 0 && remote?.length === bytes;
  }

  /** Asks for the rest if the server still has the same file. Without a tag or date to tell, asks for the whole file. */
  async #rangeHeaders(): Promise<Record<string, string>> {
    const { bytes, remote } = this.#partial;
    const validator = remote?.etag ?? remote?.lastModified ?? null;
    if (bytes > 0 && validator !== null) return { range: `bytes=${bytes}-`, "if-range": validator };
    if (bytes > 0) await this.#startOver();
    return {};
  }

  /** Makes the partial file ready for the body of this response, or throws. */
  async #accept(answer: Answer, askedForRange: boolean): Promise<void> {
    const { response } = answer;
    if (response.status === 200) {
      await this.#refuseWebPage(response);
      // The whole file: the server does not support ranges, or its file has changed.
      if (this.#partial.bytes > 0) await this.#startOver();
      const remote = describeRemote(this.#url, response);
      await this.#requireSpace(remote.length);
      return this.#partial.describe(remote);
    }
    if (response.status === 206 && !askedForRange) {
      await response.body?.cancel();
      throw new TransientFailure(`${describe(this.#url)} sent a part of the file when asked for all of it.`);
    }
    const length = response.status === 206 ? this.#lengthIfContinued(response) : null;
    if (length !== null) {
      this.#pieced = true;
      return this.#partial.describe({ ...this.#partial.remote!, length });
    }
    if (response.status === 206 || response.status === 416) {
      await response.body?.cancel();
      await this.#startOver();
      throw new TransientFailure(`${describe(this.#url)} has changed.`, { askedMs: 0 });
    }
    throw await answerError(answer, this.#question);
  }

  /** The whole file's length if the response continues the partial file, else null: not every server honours If-Range. */
  #lengthIfContinued(response: Response): number | null {
    const { bytes, remote } = this.#partial;
    const [, start, total] = response.headers.get("content-range")?.match(/^bytes (\d+)-\d+\/(\d+|\*)$/) ?? [];
    const now = describeRemote(this.#url, response);
    // Without any length, a body that ends early would look complete.
    const length = remote?.length ?? (total === undefined || total === "*" ? null : Number(total));
    const sameLength = total === "*" || Number(total) === length;
    const sameTag = remote?.etag == null || now.etag === null || now.etag === remote.etag;
    return Number(start) === bytes && sameLength && sameTag ? length : null;
  }

  async #receive(response: Response, idle: AbortController, gotFurther: () => void): Promise<void> {
    const { idleMs = 60_000, signal } = this.#options;
    const timer = setTimeout(() => idle.abort(new Error(`no data for ${idleMs / 1000} seconds`)), idleMs);
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

  /** Refuses a web page before it takes the place of a partial archive. */
  async #refuseWebPage(response: Response): Promise<void> {
    const type = response.headers.get("content-type") ?? "";
    if (this.#options.isArchive !== true || !/^\s*(?:text\/html|application\/(?:json|xhtml))/i.test(type)) return;
    await response.body?.cancel();
    throw notAnArchive(this.#question, type.includes("json") ? "JSON" : "a web page");
  }

  /** Looks at the first bytes, whatever the server called them. */
  async #requireArchive(): Promise<void> {
    if (this.#options.isArchive !== true) return;
    const found = await detectArchive(this.#partial.path);
    if ("format" in found) return;
    await this.#startOver();
    throw notAnArchive(this.#question, `${/^[aeiou]/.test(found.other) ? "an" : "a"} ${found.other}`);
  }

  get #question(): Question {
    return { url: this.#url, ...this.#options.question };
  }

  /** Compares the checksums with those that storage stated and with the one that the caller expects. */
  async #verify(): Promise<void> {
    const { md5, crc32c } = this.#partial.checksums();
    const asSent = agrees(this.#serverHash, md5, crc32c);
    const expected = this.#options.md5?.toLowerCase();
    if (asSent && (expected === undefined || expected === md5)) return;
    if (!asSent || this.#pieced) {
      this.#damaged += 1;
      await this.#startOver();
      const message = `${describe(this.#url)} arrived damaged.`;
      if (this.#damaged > 1) throw new KaggleError("checksum", `${message} A second download was damaged too.`);
      throw new TransientFailure(message, { askedMs: 0 });
    }
    throw new KaggleError(
      "checksum",
      `${describe(this.#url)} has MD5 ${md5}, expected ${expected}: Kaggle's file is not the one this version was made for. ` +
        `It is kept as ${this.#file}.partial. To use it anyway, add --skip-verification.`,
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
    const sizes = `${formatBytes(length)} needed, ${formatBytes(free)} free`;
    throw new KaggleError("no-space", `There is not enough disk space for ${this.#file}: ${sizes}.`);
  }
}

/** Whether the checksums agree with those that storage stated. One it did not state counts as agreeing. */
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
  // A server that compresses anyway: neither length nor tag describe the bytes we receive.
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

/** An interrupted body or our own timer. Anything else, such as a full disk, is not worth retrying. */
function isNetworkError(error: unknown): boolean {
  return error instanceof Error && !("syscall" in error);
}
