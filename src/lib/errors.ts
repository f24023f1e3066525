/** Base of every error this project raises on purpose: a stable `code`, a message a person can act on, the cause kept. */
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

/** The agent's fault, one step earlier: the file is not a table that can be read at all. */
export class UnreadableSubmission extends BenchError {
  constructor(message: string, options?: { cause?: unknown }) {
    super("unreadable-submission", message, options);
  }
}

/** Something the command needs (prepared data, an answers file, a leaderboard) is not there. */
export class MissingData extends BenchError {
  constructor(message: string, options?: { cause?: unknown }) {
    super("missing-data", message, options);
  }
}

/** The command was called wrongly: unknown id, unknown flag value, unreadable list. */
export class UsageError extends BenchError {
  constructor(message: string, options?: { cause?: unknown }) {
    super("usage", message, options);
  }
}

/** A sandbox cannot be opened or cannot start a command, for a reason that is not the command's own. */
export class SandboxUnavailable extends BenchError {
  constructor(message: string, options?: { cause?: unknown }) {
    super("sandbox-unavailable", message, options);
  }
}
