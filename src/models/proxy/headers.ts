import type { IncomingHttpHeaders } from "node:http";

/** Headers that concern one connection only. */
const ofConnections = /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|host|expect)$/;

/** Who asks, for whom, and on whose account: the host decides that. */
const ofClients =
  /^(?:authorization|x-api-key|x-goog-api-key|x-goog-user-project|api-key|cookie|x-http-method.*|x-method-override|openai-organization|openai-project|forwarded|x-forwarded-.*|x-real-ip)$/;

/** What a provider reveals about the host's account. */
const ofAccounts = /^(?:set-cookie|.*organization.*|.*-project)$/;

type Headers = Record<string, string | string[]>;

/** The headers for a provider: the client's, with the host's key in place of its own. */
export function outgoingHeaders(
  client: IncomingHttpHeaders,
  own: Readonly<Record<string, string>>,
  bodyBytes: number,
): Headers {
  const kept = keep(client, (name) => !ofConnections.test(name) && !ofClients.test(name));
  // Usage is read from the answer as it passes, so it must not be compressed.
  return { ...kept, "content-length": String(bodyBytes), "accept-encoding": "identity", ...own };
}

/** The headers for the client. A header that contains a secret is left out. */
export function returnedHeaders(provider: IncomingHttpHeaders, secrets: readonly string[]): Headers {
  return keep(
    provider,
    (name, value) =>
      !ofConnections.test(name) && !ofAccounts.test(name) && !secrets.some((secret) => String(value).includes(secret)),
  );
}

function keep(headers: IncomingHttpHeaders, test: (name: string, value: string | string[]) => boolean): Headers {
  const kept = Object.entries(headers).filter(([name, value]) => value !== undefined && test(name, value));
  return Object.fromEntries(kept) as Headers;
}

/** How long the provider asks to wait; undefined when it does not say. */
export function retryAfterMs(headers: IncomingHttpHeaders): number | undefined {
  const inMs = Number(headers["retry-after-ms"]);
  if (inMs > 0) return inMs;
  const text = headers["retry-after"];
  if (text === undefined) return undefined;
  const ms = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
