import { BenchError } from "../lib/errors.ts";

/** A provider did not answer a call. The message never contains a key. */
export class ProviderFailure extends BenchError {
  /** The HTTP status; null when there was no answer, or it broke off. */
  readonly status: number | null;
  /** How long the provider asks to wait before another try. */
  readonly retryAfterMs?: number;

  constructor(
    message: string,
    details: { readonly status: number | null; readonly retryAfterMs?: number; readonly cause?: unknown },
  ) {
    super("provider-failure", message, { cause: details.cause });
    this.status = details.status;
    if (details.retryAfterMs !== undefined) this.retryAfterMs = details.retryAfterMs;
  }
}
