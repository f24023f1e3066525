import { KaggleError } from "./kaggle-error.ts";
import { TransientFailure } from "./retry.ts";

interface RequestOptions {
  headers?: Record<string, string>;
  /** Sent to the first host only, never to one it redirects to. */
  authorization?: string | undefined;
  signal?: AbortSignal | undefined;
  /** How long to wait for the response to start. */
  timeoutMs?: number;
}

/** A response, and whether it came from another host than the one that was asked. */
export interface Answer {
  response: Response;
  redirectedAway: boolean;
}

const mostRedirects = 10;
const defaultTimeoutMs = 60_000;

/**
 * Sends a GET request and follows redirects itself, so that the credentials never reach the storage hosts that Kaggle
 * redirects downloads to. Network failures become `TransientFailure`; every HTTP status is returned.
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
        `${describe(url)} redirects to ${current.protocol}//${current.host}, which is unsafe.`,
      );
    }
  }
  throw new KaggleError("refused", `${describe(url)} redirected more than ${mostRedirects} times.`);
}

async function send(url: URL, authorization: string | undefined, options: RequestOptions): Promise<Response> {
  const { timeoutMs = defaultTimeoutMs, signal } = options;
  // Not AbortSignal.timeout, which would keep running and cut off a long body.
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(new Error(`no response within ${timeoutMs / 1000} seconds`)), timeoutMs);
  try {
    return await fetch(url, {
      redirect: "manual",
      signal: signal === undefined ? waiting.signal : AbortSignal.any([signal, waiting.signal]),
      headers: {
        "user-agent": "mlebench",
        // With compression, lengths and ranges would not refer to the file itself.
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

/** The error for a failed request or an interrupted body. */
export function networkFailure(url: string | URL, cause: unknown): Error {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const code = inner instanceof Error && "code" in inner ? String(inner.code) : "";
  const reason = inner instanceof Error && inner.message !== "" ? inner.message : code || String(cause);
  const message = `The connection to ${describe(url)} failed: ${reason}.`;
  if (/CERT|TLS|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) return new KaggleError("unavailable", message, { cause });
  return new TransientFailure(message, { cause });
}

/** A URL for messages, without its query, which may contain a signature. */
export function describe(url: string | URL): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
