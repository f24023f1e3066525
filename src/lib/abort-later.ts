/**
 * A signal that is aborted some time after another one, or only after one that is aborted with the reason `only`. Call
 * `cancel` once it is not needed any more.
 */
export function abortLater(
  signal: AbortSignal,
  graceMs: number,
  only?: string,
): { readonly signal: AbortSignal; cancel(): void } {
  const later = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const start = (): void => {
    if (only !== undefined && signal.reason !== only) return;
    timer = setTimeout(() => later.abort(signal.reason), graceMs);
  };
  if (signal.aborted) start();
  else signal.addEventListener("abort", start, { once: true });
  return {
    signal: later.signal,
    cancel: () => {
      signal.removeEventListener("abort", start);
      clearTimeout(timer);
    },
  };
}
