import { setTimeout } from "node:timers/promises";

/** How failures that may pass are waited out. */
export interface RetryOptions {
  /** Failures in a row, without progress in between, before giving up. */
  attempts: number;
  /** The wait after the first failure; it doubles with each further one. */
  baseMs: number;
  /** The longest wait we choose ourselves. */
  maxMs: number;
  /** The longest wait a server may ask for; beyond it we give up at once rather than seem to hang. */
  longestAskedMs: number;
}

export const defaultRetry: RetryOptions = { attempts: 8, baseMs: 1000, maxMs: 60_000, longestAskedMs: 15 * 60_000 };

/** A failure that may pass: a cut connection, a busy server. `message` says what happened, should it be the last. */
export class TransientFailure extends Error {
  /** What the server asked us to wait, in milliseconds, or null. */
  readonly askedMs: number | null;

  constructor(message: string, options: { askedMs?: number | null; cause?: unknown } = {}) {
    super(message, options);
    this.askedMs = options.askedMs ?? null;
  }
}

/** Told before each wait. */
export type OnRetry = (retry: { failures: number; waitMs: number; reason: string }) => void;

/**
 * Runs `work` until it succeeds, waiting longer after every `TransientFailure`, and throws the last one when there were too many in
 * a row. `work` calls the function it is given whenever it got further than ever before, which starts the count anew.
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

/** Doubling waits, of which a random half is cut off, so that many clients do not come back at the same moment. */
export function backoffMs(
  failures: number,
  retry: Pick<RetryOptions, "baseMs" | "maxMs">,
  random = Math.random,
): number {
  const full = Math.min(retry.maxMs, retry.baseMs * 2 ** (failures - 1));
  return full * (0.5 + random() / 2);
}

/** A Retry-After header in milliseconds: it holds seconds or a date. Null when there is none, or none that makes sense. */
export function retryAfterMs(header: string | null, now = Date.now()): number | null {
  if (header === null || header.trim() === "") return null;
  const seconds = Number(header);
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isNaN(waitMs) ? null : Math.max(0, waitMs);
}
