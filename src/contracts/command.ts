/** One command in a sandbox. */
export interface CommandOptions {
  readonly timeoutMs?: number;
  /** From the request to end (SIGTERM) to the end (SIGKILL). Default: two seconds. */
  readonly graceMs?: number;
  /** Path inside. Default: the code folder. */
  readonly directory?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /**
   * Where a rehearsal's data is, inside: one of the specification's `rehearsalData`. A sandbox that can choose what each command
   * sees shows this as the data folder, too, and neither the competition's data nor other rehearsals.
   */
  readonly rehearsal?: string;
  /** Set for a command that is to run even if the disk limit is exceeded, such as one that frees space. */
  readonly ignoresDiskLimit?: true;
  /** Set for a command that asks neither the validation nor a model, so that it starts sooner. */
  readonly isUnconnected?: true;
  /** Ends the command as a time-out does. One that is aborted already keeps the command from starting. */
  readonly signal?: AbortSignal;
  /** Receives output as it arrives, up to the limit. */
  readonly onOutput?: (chunk: Uint8Array) => void;
  /** Whether the result holds the output too. Default: true. Turn it off for a command that prints for days. */
  readonly keepOutput?: boolean;
}

/** How a command ended. Failing and running out of time are values, not exceptions. */
export interface CommandResult {
  /** As a shell reports it (127 not found, 128 + number for a signal); null when the harness ended it. */
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  readonly cancelled: boolean;
  /** The limit that ended it, where that is known. */
  readonly exceeded: "wallClockMs" | "memoryMb" | "diskMb" | null;
  /** Both output streams as they arrived. Each one is in order; between the two the order is approximate. */
  readonly output: string;
  /** Bytes that were printed, including those beyond the limit. */
  readonly outputBytes: number;
  readonly outputTruncated: boolean;
  readonly durationMs: number;
}
