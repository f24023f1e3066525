import { z } from "zod";
import { UsageError } from "../lib/errors.ts";
import { answerError, type Question } from "./answer-error.ts";
import { findKaggleCredentials, type KaggleCredentials } from "./credentials.ts";
import { type Downloaded, type DownloadOptions, download } from "./download.ts";
import { KaggleError } from "./kaggle-error.ts";
import { networkFailure, request } from "./request.ts";
import { type OnRetry, type RetryOptions, TransientFailure, withRetries } from "./retry.ts";

interface KaggleClientOptions {
  /** Address of the API. Default: `MLEBENCH_KAGGLE_URL`, or Kaggle itself. */
  baseUrl?: string;
  /** Default: those that Kaggle's own tools would use. Null to send none. */
  credentials?: KaggleCredentials | null;
  retry?: Partial<RetryOptions>;
  onRetry?: OnRetry;
}

/** A file of a competition's data. */
interface KaggleFile {
  name: string;
  bytes: number;
  created: string | null;
}

/** One row of a leaderboard. */
export interface LeaderboardRow {
  teamId: number;
  teamName: string;
  submissionDate: string | null;
  /** As Kaggle prints it. */
  score: string;
}

/** What its author wrote: a script, or a notebook as JSON. */
export interface KaggleKernel {
  source: string;
  isNotebook: boolean;
  /** Such as `python` or `r`. */
  language: string;
}

const fileList = z.object({
  files: z.array(z.object({ name: z.string(), totalBytes: z.number().nullish(), creationDate: z.string().nullish() })),
  nextPageToken: z.string().nullish(),
});

const leaderboardView = z.object({
  submissions: z.array(
    z.object({
      teamId: z.number(),
      teamName: z.string().nullish(),
      submissionDate: z.string().nullish(),
      score: z.union([z.string(), z.number()]).nullish(),
    }),
  ),
  nextPageToken: z.string().nullish(),
});

const pulledKernel = z.object({
  blob: z.object({ source: z.string(), kernelType: z.string().nullish(), language: z.string().nullish() }),
});

/** The parts of Kaggle's API needed to prepare competitions and to compare programs with public ones. Credentials are looked up with the first request. */
export class KaggleClient {
  readonly #baseUrl: string;
  readonly #options: KaggleClientOptions;
  #credentials: KaggleCredentials | null | undefined;

  constructor(options: KaggleClientOptions = {}) {
    this.#baseUrl = (options.baseUrl ?? (process.env.MLEBENCH_KAGGLE_URL || "https://www.kaggle.com")).replace(
      /\/+$/,
      "",
    );
    if (!URL.canParse(this.#baseUrl)) throw new UsageError(`${this.#baseUrl} is not a URL (MLEBENCH_KAGGLE_URL).`);
    this.#options = options;
    this.#credentials = options.credentials;
  }

  /** All files of a competition. */
  async listFiles(competition: string, options: { signal?: AbortSignal } = {}): Promise<KaggleFile[]> {
    const path = `/api/v1/competitions/data/list/${requireId(competition)}`;
    const pages = await this.#pages(path, competition, options.signal, (body) =>
      // Older deployments return just the list.
      fileList.parse(Array.isArray(body) ? { files: body } : body),
    );
    const files = pages.flatMap((page) => page.files);
    return files.map(({ name, totalBytes, creationDate }) => ({
      name,
      bytes: totalBytes ?? 0,
      created: creationDate ?? null,
    }));
  }

  /** The whole public leaderboard, best first. */
  async leaderboard(competition: string, options: { signal?: AbortSignal } = {}): Promise<LeaderboardRow[]> {
    const path = `/api/v1/competitions/${requireId(competition)}/leaderboard/view`;
    const pages = await this.#pages(path, competition, options.signal, (body) => leaderboardView.parse(body));
    const rows = pages.flatMap((page) => page.submissions);
    return rows.map((row) => ({
      teamId: row.teamId,
      teamName: row.teamName ?? "",
      submissionDate: row.submissionDate ?? null,
      score: String(row.score ?? ""),
    }));
  }

  /** A public kernel, named as `user/kernel`. */
  async kernel(reference: string, options: { signal?: AbortSignal } = {}): Promise<KaggleKernel> {
    const [userName, kernelSlug] = requireReference(reference);
    const url = `${this.#baseUrl}/api/v1/kernels/pull?${new URLSearchParams({ userName, kernelSlug })}`;
    const { blob } = await this.#getJson(url, { kernel: reference }, options.signal, (body) =>
      pulledKernel.parse(body),
    );
    const { source, kernelType, language } = blob;
    return { source, isNotebook: kernelType === "notebook", language: (language ?? "").toLowerCase() };
  }

  /** Downloads all data of a competition as one archive. */
  downloadArchive(
    competition: string,
    file: string,
    options: Pick<DownloadOptions, "md5" | "onProgress" | "signal"> = {},
  ): Promise<Downloaded> {
    const url = `${this.#baseUrl}/api/v1/competitions/data/download-all/${requireId(competition)}`;
    const credentials = this.#signIn();
    return download(url, file, {
      ...options,
      isArchive: true,
      authorization: credentials?.authorization(),
      retry: this.#options.retry,
      onRetry: this.#options.onRetry,
      question: { competition, credentials: credentials?.source ?? null },
    });
  }

  async #pages<T extends { nextPageToken?: string | null | undefined }>(
    path: string,
    competition: string,
    signal: AbortSignal | undefined,
    parse: (body: unknown) => T,
  ): Promise<T[]> {
    const pages: T[] = [];
    const seen = new Set<string>();
    for (let token = ""; !seen.has(token); ) {
      seen.add(token);
      const query = new URLSearchParams({ pageSize: "200", ...(token !== "" && { pageToken: token }) });
      const page = await this.#getJson(`${this.#baseUrl}${path}?${query}`, { competition }, signal, parse);
      pages.push(page);
      token = page.nextPageToken ?? "";
    }
    return pages;
  }

  async #getJson<T>(
    url: string,
    subject: Pick<Question, "competition" | "kernel">,
    signal: AbortSignal | undefined,
    parse: (body: unknown) => T,
  ): Promise<T> {
    const credentials = this.#signIn();
    const question = { url, ...subject, credentials: credentials?.source ?? null };
    try {
      return await withRetries(
        async () => {
          const answer = await request(url, { authorization: credentials?.authorization(), signal });
          if (!answer.response.ok) throw await answerError(answer, question);
          const text = await answer.response.text().catch((error) => {
            throw networkFailure(url, error);
          });
          return parseAnswer(url, text, parse);
        },
        { retry: this.#options.retry, onRetry: this.#options.onRetry, signal },
      );
    } catch (error) {
      if (error instanceof TransientFailure) throw new KaggleError("unavailable", error.message, { cause: error });
      throw error;
    }
  }

  #signIn(): KaggleCredentials | null {
    if (this.#credentials === undefined) this.#credentials = findKaggleCredentials();
    return this.#credentials;
  }
}

function parseAnswer<T>(url: string, text: string, parse: (body: unknown) => T): T {
  try {
    return parse(JSON.parse(text));
  } catch (cause) {
    const path = new URL(url).pathname;
    throw new KaggleError("refused", `This version does not understand Kaggle's answer to ${path}.`, { cause });
  }
}

/** Ids become part of a URL, so only letters, digits and hyphens are allowed. */
function requireId(competition: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9-]*$/.test(competition)) return competition;
  throw new UsageError(`${JSON.stringify(competition)} is not a competition id: letters, digits and hyphens only.`);
}

/** The two parts of `user/kernel`, which become part of a URL and of a path. */
function requireReference(reference: string): [string, string] {
  const [, user, kernel] = /^([\w-]+)\/([\w-]+)$/.exec(reference) ?? [];
  if (user !== undefined && kernel !== undefined) return [user, kernel];
  throw new UsageError(`${JSON.stringify(reference)} is not a reference to a kernel: expected user/kernel.`);
}
