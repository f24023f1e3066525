import { KaggleError } from "./kaggle-error.ts";
import { TransientFailure } from "./retry.ts";

/** Options of `request`. */
export interface RequestOptions {
  headers?: Record<string, string>;
  /** Sent only to the host first asked, never to one it redirects to. */
  authorization?: string | undefined;
  signal?: AbortSignal | undefined;
  /** How long to wait for an answer to begin. */
  timeoutMs?: number;
}

/** An answer, and whether it came from the host that was asked or from one it redirected to. */
export interface Answer {
  response: Response;
  redirectedAway: boolean;
}

const mostRedirects = 10;
const defaultTimeoutMs = 60_000;

/**
 * A GET request that follows redirects by hand, because whom the credentials reach must not be left to chance: Kaggle redirects
 * downloads to storage hosts. Network failures become `TransientFailure`; any status is returned.
 */
export async function request(url: string, options: RequestOptions = {}): Promise<Answer> {
  const { origin, protocol } = new URL(url);
  let current = new URL(url);
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const sameHost = current.origin === origin;
    const response = await send(current, sameHost ? options.authorization : undefined, options);
    const location = response.headers.get("location");
    if (![301, 302, 303, 307, 308].includes(response.status) || location === null) {
      return { response, redirectedAway: !sameHost };
    }
    await response.body?.cancel();
    current = new URL(location, current);
    if (!/^https?:$/.test(current.protocol) || (protocol === "https:" && current.protocol !== "https:")) {
      throw new KaggleError(
        "refused",
        `${describe(url)} redirects to ${current.protocol}//${current.host}, which is not safe.`,
      );
    }
  }
  throw new KaggleError("refused", `${describe(url)} redirects more than ${mostRedirects} times.`);
}

async function send(url: URL, authorization: string | undefined, options: RequestOptions): Promise<Response> {
  const { timeoutMs = defaultTimeoutMs, signal } = options;
  // Not AbortSignal.timeout: it would go on running, and cut off a long body.
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(new Error(`no answer for ${timeoutMs / 1000} seconds`)), timeoutMs);
  try {
    return await fetch(url, {
      redirect: "manual",
      signal: signal === undefined ? waiting.signal : AbortSignal.any([signal, waiting.signal]),
      headers: {
        "user-agent": "mlebench",
        // Compressed on the way, a file's length and ranges would not be those of the file.
        "accept-encoding": "identity",
        ...options.headers,
        ...(authorization !== undefined && { authorization }),
      },
    });
  } catch (cause) {
    signal?.throwIfAborted();
    throw networkFailure(url, cause);
  } finally {
    clearTimeout(timer);
  }
}

/** What a failed fetch, or a body that broke off, means. */
export function networkFailure(url: string | URL, cause: unknown): Error {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const code = inner instanceof Error && "code" in inner ? String(inner.code) : "";
  const reason = inner instanceof Error && inner.message !== "" ? inner.message : code || String(cause);
  const message = `The connection to ${describe(url)} failed: ${reason}.`;
  if (/CERT|TLS|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) return new KaggleError("unavailable", message, { cause });
  return new TransientFailure(message, { cause });
}

/** An address for messages: without its query, which may hold a signature. */
export function describe(url: string | URL): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
