/** What a hub's address answered: JSON, or why there is none. */
export type HubAnswer = { readonly value: unknown } | { readonly problem: string; readonly isMissing: boolean };

export interface HubOptions {
  readonly signal: AbortSignal;
  /** How long one answer may take, and how large it may be. */
  readonly timeoutMs?: number;
  readonly mostBytes?: number;
}

const mostRedirects = 3;

/**
 * Where models are looked up: `HF_ENDPOINT`, as Hugging Face's own programs use it, or their hub.
 *
 * @throws Error when the variable holds something else.
 */
export function hubAddress({ HF_ENDPOINT: text = "" }: NodeJS.ProcessEnv): string {
  if (text.trim() === "") return "https://huggingface.co";
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && url.username + url.password + url.search === "";
  if (!isPlain) throw new Error("HF_ENDPOINT is not an http address without credentials");
  return url.href.replace(/\/+$/, "");
}

/** Asks a hub. It gets no token, whatever the environment holds: what needs one cannot be used. */
export async function askHub(
  address: string,
  { signal, timeoutMs = 10_000, mostBytes = 4e6 }: HubOptions,
): Promise<HubAnswer> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  try {
    const response = await follow(address, within);
    if (!response.ok) {
      await response.body?.cancel();
      // Without a token, the hub answers 401 for what does not exist.
      const isMissing = [401, 403, 404].includes(response.status);
      return { problem: `it answered with status ${response.status}`, isMissing };
    }
    return { value: JSON.parse(await readText(response, mostBytes)) };
  } catch (error) {
    signal.throwIfAborted();
    return { problem: reasonOf(error, timeoutMs), isMissing: false };
  }
}

/** Follows redirects on the same server: models that were renamed have them. */
async function follow(address: string, signal: AbortSignal): Promise<Response> {
  let url = new URL(address);
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const response = await fetch(url, {
      redirect: "manual",
      signal,
      headers: { accept: "application/json", "user-agent": "mlebench" },
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
