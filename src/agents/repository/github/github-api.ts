import { z } from "zod";
import { UsageError } from "../../../lib/errors.ts";
import { fetchJson, type JsonAnswer } from "../../../lib/fetch-json.ts";
import { isLoopback } from "../cloning/clone-address.ts";

/** Where repositories are searched for. */
export interface GitHub {
  readonly api: string;
  /** The host that its repositories are cloned from, with the port. */
  readonly cloneHost: string;
  readonly token: string | null;
}

/** @throws UsageError when `GITHUB_API_URL` is not an address that can be asked. */
export function gitHubOf({ GITHUB_API_URL: text = "", GITHUB_TOKEN: token = "" }: NodeJS.ProcessEnv): GitHub {
  const given = text.trim() || "https://api.github.com";
  const url = URL.canParse(given) ? new URL(given) : null;
  const isSafe = url !== null && (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname)));
  if (!isSafe || url.username + url.password + url.search + url.hash !== "") {
    throw new UsageError(
      "GITHUB_API_URL must be an https address without credentials, such as https://api.github.com.",
    );
  }
  return {
    api: url.href.replace(/\/+$/, ""),
    cloneHost: url.host.replace(/^api\./, ""),
    token: token.trim() || null,
  };
}

/** What a search finds: a list of descriptions, or why there is none. */
export type GitHubAnswer =
  | { readonly items: readonly unknown[] }
  | {
      readonly problem: string;
      /** Whether asking for something else would fail, too. */
      readonly isFinal: boolean;
    };

const perPage = 10;
const listing = z.object({ items: z.array(z.unknown()) });

/** Asks for public repositories of Python, best match first. */
export async function findRepositories(github: GitHub, words: string, signal: AbortSignal): Promise<GitHubAnswer> {
  const { api, token } = github;
  // Such a token would end up in the message of an error.
  if (token !== null && !/^[\x21-\x7e]+$/.test(token)) {
    return { problem: "GITHUB_TOKEN has characters that no token has", isFinal: true };
  }
  const query = new URLSearchParams({
    q: `${words} language:python archived:false is:public`,
    per_page: String(perPage),
  });
  const answer = await fetchJson(`${api}/search/repositories?${query}`, {
    signal,
    headers: {
      accept: "application/vnd.github+json",
      "x-github-api-version": "2022-11-28",
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    timeoutMs: 15_000,
  });
  if (!("value" in answer)) return problemOf(answer);
  const { data } = listing.safeParse(answer.value);
  if (data === undefined) return { problem: "its answer is not a list of repositories", isFinal: false };
  return { items: data.items.slice(0, perPage) };
}

function problemOf({ problem, response }: Exclude<JsonAnswer, { value: unknown }>): GitHubAnswer {
  if (response === undefined) return { problem, isFinal: false };
  const { status, headers } = response;
  if (status === 401) return { problem: "it does not accept GITHUB_TOKEN", isFinal: true };
  if (status !== 429 && !(status === 403 && isUsedUp(headers))) return { problem, isFinal: false };
  return { problem: `its rate limit is used up${timeOf(headers)}; with GITHUB_TOKEN it is higher`, isFinal: true };
}

function isUsedUp(headers: Headers): boolean {
  return headers.get("x-ratelimit-remaining") === "0" || headers.has("retry-after");
}

function timeOf(headers: Headers): string {
  const seconds = Number(headers.get("x-ratelimit-reset"));
  return seconds > 0 && seconds < 1e11 ? ` until ${new Date(seconds * 1000).toISOString()}` : "";
}
