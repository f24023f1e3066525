import { pause } from "../../lib/pause.ts";

/**
 * Waits for an amount of working time: as long as `waitedMs` grows, so does the wait. Returns early, with false, when the
 * signal is aborted.
 */
export async function pauseWorking(ms: number, waitedMs: () => number, signal: AbortSignal): Promise<boolean> {
  const started = performance.now();
  const before = waitedMs();
  for (;;) {
    const left = ms - (performance.now() - started) + (waitedMs() - before);
    if (left <= 0) return !signal.aborted;
    if (!(await pause(left, signal))) return false;
  }
}
