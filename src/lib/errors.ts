/** Base of every error that this project raises on purpose: a stable `code`, a message to act on, and the cause. */
export class BenchError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }
}

/** The agent's fault: the submission cannot be scored. The message says what to change. */
export class InvalidSubmission extends BenchError {
  constructor(message: string, options?: { cause?: unknown }) {
    super("invalid-submission", message, options);
  }
}

/** The agent's fault, one step earlier: the file cannot be read as a table. */
export class UnreadableSubmission extends BenchError {
  constructor(message: string, options?: { cause?: unknown }) {
    super("unreadable-submission", message, options);
  }
}

/** Something that the command needs (prepared data, an answers file, a leaderboard) is missing. */
export class MissingData extends BenchError {
  constructor(message: string, options?: { cause?: unknown }) {
    super("missing-data", message, options);
  }
}

/** The command was used wrongly: an unknown id, an unknown flag value, an unreadable list. */
export class UsageError extends BenchError {
  constructor(message: string, options?: { cause?: unknown }) {
    super("usage", message, options);
  }
}

/** A sandbox cannot be opened, or cannot start a command through no fault of the command. */
export class SandboxUnavailable extends BenchError {
  constructor(message: string, options?: { cause?: unknown }) {
    super("sandbox-unavailable", message, options);
  }
}
