/** What an address answered: JSON, or why there is none. */
export type JsonAnswer =
  | { readonly value: unknown }
  | {
      /** In words that follow "it", such as "it answered with status 500". */
      readonly problem: string;
      /** Absent when there was no answer. */
      readonly response?: Pick<Response, "status" | "headers">;
    };

export interface FetchJsonOptions {
  readonly signal: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** How long the answer may take, and how large it may be. */
  readonly timeoutMs?: number;
  readonly mostBytes?: number;
}

const mostRedirects = 3;

/** Gets JSON from a server that is not trusted. Redirects are followed on the same server only, so headers reach no other. */
export async function fetchJson(
  address: string,
  { signal, headers = {}, timeoutMs = 10_000, mostBytes = 4e6 }: FetchJsonOptions,
): Promise<JsonAnswer> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  try {
    const response = await follow(address, headers, within);
    if (response.ok) return { value: JSON.parse(await readText(response, mostBytes)) };
    await response.body?.cancel();
    return { problem: `it answered with status ${response.status}`, response };
  } catch (error) {
    signal.throwIfAborted();
    return { problem: reasonOf(error, timeoutMs) };
  }
}

async function follow(address: string, headers: Readonly<Record<string, string>>, signal: AbortSignal) {
  let url = new URL(address);
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const response = await fetch(url, {
      redirect: "manual",
      signal,
      headers: { accept: "application/json", "user-agent": "mlebench", ...headers },
    });
    const location = response.headers.get("location");
    if (response.status < 300 || response.status > 399 || location === null) return response;
    await response.body?.cancel();
    const next = new URL(location, url);
    if (next.origin !== url.origin) throw new Error("it redirects to another server");
    url = next;
  }
  throw new Error("it redirects too often");
}

async function readText(response: Response, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the rest.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Error(`its answer is larger than ${mostBytes / 1e6} MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function reasonOf(error: unknown, timeoutMs: number): string {
  if (error instanceof SyntaxError) return "its answer is not JSON";
  const { name, message, cause } = error as Error;
  if (name === "TimeoutError") return `it did not answer within ${timeoutMs / 1000} s`;
  return cause instanceof Error ? `it cannot be reached: ${cause.message}` : message;
}
