/** A signal that is aborted some time after another one. Call `cancel` once it is not needed any more. */
export function abortLater(signal: AbortSignal, graceMs: number): { readonly signal: AbortSignal; cancel(): void } {
  const later = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const start = (): void => {
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
