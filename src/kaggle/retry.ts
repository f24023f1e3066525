import { setTimeout } from "node:timers/promises";

/** How temporary failures are retried. */
export interface RetryOptions {
  /** Consecutive failures without progress before giving up. */
  attempts: number;
  /** Wait after the first failure; doubles with each further one. */
  baseMs: number;
  /** Longest wait, unless the server asks for more. */
  maxMs: number;
  /** Longest wait a server may ask for; beyond it we give up at once rather than seem to hang. */
  longestAskedMs: number;
}

const defaultRetry: RetryOptions = { attempts: 8, baseMs: 1000, maxMs: 60_000, longestAskedMs: 15 * 60_000 };

/** A failure worth retrying: a lost connection, a busy server. */
export class TransientFailure extends Error {
  /** How long the server asked us to wait, or null. */
  readonly askedMs: number | null;

  constructor(message: string, options: { askedMs?: number | null; cause?: unknown } = {}) {
    super(message, options);
    this.askedMs = options.askedMs ?? null;
  }
}

/** Called before each wait. */
export type OnRetry = (retry: { failures: number; waitMs: number; reason: string }) => void;

/**
 * Runs `work` until it succeeds, waiting longer after each `TransientFailure`. After too many in a row it throws the last
 * one. `work` calls the function it is given when it gets further than before, which resets the count.
 */
export async function withRetries<T>(
  work: (gotFurther: () => void) => Promise<T>,
  options: {
    retry?: Partial<RetryOptions> | undefined;
    onRetry?: OnRetry | undefined;
    signal?: AbortSignal | undefined;
  },
): Promise<T> {
  const retry = { ...defaultRetry, ...options.retry };
  let failures = 0;
  const gotFurther = () => {
    failures = 0;
  };
  for (;;) {
    try {
      return await work(gotFurther);
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!(error instanceof TransientFailure)) throw error;
      failures += 1;
      if (failures >= retry.attempts || (error.askedMs ?? 0) > retry.longestAskedMs) throw error;
      const waitMs = error.askedMs ?? backoffMs(failures, retry);
      options.onRetry?.({ failures, waitMs, reason: error.message });
      await setTimeout(waitMs, undefined, { ...(options.signal && { signal: options.signal }) }).catch(() => undefined);
      options.signal?.throwIfAborted();
    }
  }
}

/** Doubling waits, each shortened by up to half at random so that many clients do not come back at the same moment. */
export function backoffMs(
  failures: number,
  retry: Pick<RetryOptions, "baseMs" | "maxMs">,
  random = Math.random,
): number {
  const full = Math.min(retry.maxMs, retry.baseMs * 2 ** (failures - 1));
  return full * (0.5 + random() / 2);
}

/** A Retry-After header, which holds seconds or a date, in milliseconds. Null if absent or malformed. */
export function retryAfterMs(header: string | null, now = Date.now()): number | null {
  if (header === null || header.trim() === "") return null;
  const seconds = Number(header);
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isNaN(waitMs) ? null : Math.max(0, waitMs);
}
