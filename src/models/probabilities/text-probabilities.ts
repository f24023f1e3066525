import { z } from "zod";
import type { ModelUsage } from "../../contracts/model.ts";
import { BenchError } from "../../lib/errors.ts";
import { pause } from "../../lib/pause.ts";
import { nextPause, type Patience, usualPatience } from "../calls/retries.ts";
import { providerKind } from "../index.ts";
import { formatModelName, type ModelName } from "../model-name.ts";
import { readChatUsage } from "../protocols/openai-chat/usage.ts";
import { ProviderFailure } from "../provider-failure.ts";
import type { Endpoint, ProviderOptions } from "../provider-kind.ts";
import { type ProbabilityWay, probabilityWays } from "./read-probabilities.ts";

/** How likely a model finds the tokens of a text. */
export interface TextProbabilities {
  /** Of each token but the first. */
  readonly logProbabilities: readonly number[];
  readonly usage: ModelUsage;
}

/** A model that is asked how likely texts are. */
export interface ProbabilityModel {
  /** How the provider is asked; null before the first answer. */
  readonly way: string | null;
  /** @throws BenchError `no-log-probabilities` when the provider does not return them; ProviderFailure when it failed. */
  measure(text: string): Promise<TextProbabilities>;
}

interface ProbabilityOptions extends ProviderOptions {
  /** Called for every answer that counts, also those that do not help. */
  readonly onUsage?: (usage: ModelUsage) => void;
  readonly patience?: Patience;
  readonly signal?: AbortSignal;
}

const completion = z.looseObject({ choices: z.array(z.looseObject({})).min(1), usage: z.unknown().optional() });

/**
 * Opens a model for texts that it only reads. That takes a completions endpoint like OpenAI's.
 *
 * @throws BenchError `no-log-probabilities` when the provider has no such endpoint; UsageError with what is missing.
 */
export function openProbabilities(name: ModelName, options: ProbabilityOptions): ProbabilityModel {
  const kind = providerKind(name.provider);
  if (kind.endpoint === undefined || !kind.protocols.includes("openai-chat")) {
    throw refusal(name, `${kind.title} has no completions endpoint like OpenAI's`);
  }
  const endpoint = kind.endpoint(options);
  let ways = probabilityWays;
  let known: string | null = null;
  return {
    get way() {
      return known;
    },
    async measure(text) {
      const reasons: string[] = [];
      for (const way of ways) {
        const found = await askInWay(way, text, name, endpoint, options);
        if (typeof found === "string") reasons.push(found);
        else {
          [ways, known] = [[way], way.name];
          return found;
        }
      }
      throw refusal(name, reasons.join("; "));
    },
  };
}

function refusal(name: ModelName, reason: string): BenchError {
  const advice = "Familiarity can be measured with models that vLLM serves, for example, as compatible/MODEL.";
  const text = `${formatModelName(name)} does not return log probabilities of texts that it reads: ${reason}. ${advice}`;
  return new BenchError("no-log-probabilities", text);
}

/** The probabilities, or why this way does not lead to them. */
async function askInWay(
  way: ProbabilityWay,
  text: string,
  name: ModelName,
  endpoint: Endpoint,
  options: ProbabilityOptions,
): Promise<TextProbabilities | string> {
  const body = { model: name.model, prompt: text, max_tokens: 1, temperature: 0, ...way.request };
  try {
    const answer = await askPatiently(name, endpoint, body, options);
    const usage = readChatUsage(answer.usage);
    options.onUsage?.(usage);
    const logProbabilities = way.read(answer.choices[0]!, usage.outputTokens ?? 1);
    return logProbabilities === null ? `asked with ${way.name}, its answer has none` : { logProbabilities, usage };
  } catch (error) {
    const isRefused = error instanceof ProviderFailure && [400, 404, 405, 415, 422, 501].includes(error.status ?? 0);
    if (!isRefused) throw error;
    return `asked with ${way.name}, it answered ${error.message}`;
  }
}

async function askPatiently(name: ModelName, endpoint: Endpoint, body: object, options: ProbabilityOptions) {
  const { patience = usualPatience, signal = new AbortController().signal } = options;
  let paused = 0;
  for (let retries = 0; ; retries += 1) {
    try {
      return await ask(name, endpoint, body, { signal, stallMs: patience.stallMs });
    } catch (error) {
      if (signal.aborted || !(error instanceof ProviderFailure) || error.status === 501) throw error;
      const { status, message, retryAfterMs } = error;
      const failure = { status, message, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
      const wait = nextPause(failure, retries, paused, patience);
      if (wait === null) throw error;
      paused += wait;
      if (!(await pause(wait, signal))) throw signal.reason;
    }
  }
}

async function ask(
  { provider }: ModelName,
  { baseUrl, headers }: Endpoint,
  body: object,
  { signal, stallMs }: { readonly signal: AbortSignal; readonly stallMs: number },
) {
  const init = {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    signal: AbortSignal.any([signal, AbortSignal.timeout(stallMs)]),
  };
  let [status, retryAfter, text]: [number, string | null, string] = [0, null, ""];
  try {
    const response = await fetch(`${baseUrl}/completions`, { ...init, body: JSON.stringify(body) });
    [status, retryAfter] = [response.status, response.headers.get("retry-after")];
    text = await response.text();
  } catch (cause) {
    signal.throwIfAborted();
    const { message } = cause instanceof Error && cause.cause instanceof Error ? cause.cause : (cause as Error);
    throw new ProviderFailure(`${provider}: the connection to ${baseUrl} failed: ${message}`, { status: null, cause });
  }
  if (status >= 200 && status < 300) return readCompletion(provider, text);
  const seconds = Number(retryAfter ?? Number.NaN);
  const wait = Number.isFinite(seconds) ? { retryAfterMs: 1000 * seconds } : {};
  throw new ProviderFailure(`${status}: ${withoutKeys(text, headers)}`, { status, ...wait });
}

function readCompletion(provider: string, text: string): z.infer<typeof completion> {
  try {
    return completion.parse(JSON.parse(text));
  } catch (cause) {
    throw new ProviderFailure(`${provider}: its answer is not a completion`, { status: 422, cause });
  }
}

/** The provider's words on one line. Some repeat the key that they refuse. */
function withoutKeys(text: string, headers: Endpoint["headers"]): string {
  const keys = Object.values(headers).map((value) => value.replace(/^\w+ /, ""));
  const shown = keys.reduce((rest, key) => rest.replaceAll(key, "***"), text);
  return shown.replaceAll(/\s+/g, " ").trim().slice(0, 300);
}
