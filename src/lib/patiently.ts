import { setTimeout as sleep } from "node:timers/promises";

/**
 * Tries again while something fails that may pass, such as a full disk, with growing pauses. After `forMs` the error is
 * thrown.
 */
export async function patiently<T>(work: () => T | Promise<T>, forMs = 10_000): Promise<T> {
  const started = performance.now();
  for (let pauseMs = 20; ; pauseMs = Math.min(1000, 2 * pauseMs)) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() - started >= forMs) throw error;
    }
    await sleep(pauseMs);
  }
}
