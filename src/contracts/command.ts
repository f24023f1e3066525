/** One command in a sandbox. */
export interface CommandOptions {
  readonly timeoutMs?: number;
  /** Between the request to end (SIGTERM) and the end (SIGKILL). Default: two seconds. */
  readonly graceMs?: number;
  /** Path inside. Default: the code folder. */
  readonly directory?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Ends the command as a time-out does. */
  readonly signal?: AbortSignal;
  /** Output as it comes, up to the limit. */
  readonly onOutput?: (chunk: Uint8Array) => void;
  /** Whether the result holds the output too. Default: yes; a command that prints for days had better not. */
  readonly keepOutput?: boolean;
}

/** How a command ended. Failing and running out of time are values, not exceptions. */
export interface CommandResult {
  /** As a shell reports it (127 not found, 128 + number for a signal); null when we ended it. */
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  readonly cancelled: boolean;
  /** The limit that ended it, where that is known. */
  readonly exceeded: "wallClockMs" | "memoryMb" | "diskMb" | null;
  /** Both output streams, mixed as they arrived: each is in order, the two against each other nearly. */
  readonly output: string;
  /** Bytes that were printed, those beyond the limit included. */
  readonly outputBytes: number;
  readonly outputTruncated: boolean;
  readonly durationMs: number;
}
