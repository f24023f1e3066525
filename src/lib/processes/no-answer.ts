/** A child process or thread that ended, or ran out of time, before it answered. */
export class NoAnswer extends Error {
  readonly timedOut: boolean;
  /** The signal that ended a process. */
  readonly signal: NodeJS.Signals | null;

  constructor(
    message: string,
    details: { readonly timedOut?: boolean; readonly signal?: NodeJS.Signals | null; readonly cause?: unknown },
  ) {
    super(message, { cause: details.cause });
    this.name = "NoAnswer";
    this.timedOut = details.timedOut ?? false;
    this.signal = details.signal ?? null;
  }
}
