import type { TryFailure } from "./call-door.ts";

/** How patient a call is with its provider. */
export interface Patience {
  /** Most tries after the first. */
  readonly retries: number;
  /** Most time for pauses, all of a call's together. */
  readonly pausesMs: number;
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** A provider that sends nothing for this long has stalled. */
  readonly stallMs: number;
}

export const usualPatience: Patience = {
  retries: 10,
  pausesMs: 30 * 60_000,
  firstPauseMs: 1000,
  longestPauseMs: 60_000,
  stallMs: 5 * 60_000,
};

/** Whether the provider may answer the same request later: too many requests, its own failures, cut connections. */
function isPassing(status: number | null): boolean {
  return status === null || status === 408 || status === 409 || status === 429 || status >= 500;
}

/**
 * The pause before the next try; null when there is none. What the provider asks for wins; otherwise pauses double, each
 * shortened at random so that many calls do not come back at once.
 */
export function nextPause(failure: TryFailure, retries: number, pausedMs: number, patience: Patience): number | null {
  if (!isPassing(failure.status) || retries >= patience.retries) return null;
  const most = Math.min(patience.longestPauseMs, patience.firstPauseMs * 2 ** retries);
  const pause = failure.retryAfterMs ?? most * (0.5 + Math.random() / 2);
  return pausedMs + pause > patience.pausesMs ? null : pause;
}
