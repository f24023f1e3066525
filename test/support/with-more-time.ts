/**
 * Tries with longer and longer time limits until a try got far enough. A busy machine takes long to start a process, and what
 * happens at a limit must not depend on that.
 */
export async function withMoreTime<T>(
  firstMs: number,
  attempt: (limitMs: number) => Promise<T>,
  gotFarEnough: (result: T) => boolean,
): Promise<T> {
  for (let limitMs = firstMs; ; limitMs *= 4) {
    const result = await attempt(limitMs);
    if (gotFarEnough(result) || limitMs > 20_000) return result;
  }
}
