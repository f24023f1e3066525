import { setTimeout as sleep } from "node:timers/promises";

/** The longest timer is 31 bits of milliseconds, 24 days; longer pauses take several. */
const longest = 2 ** 31 - 1;

/** Waits. Returns early, with false, when the signal is aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    for (let left = ms; left > 0; left -= longest) await sleep(Math.min(left, longest), undefined, { signal });
    return !signal.aborted;
  } catch {
    return false;
  }
}
