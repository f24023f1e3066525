import { CommanderError } from "@commander-js/extra-typings";
import { BenchError, UsageError } from "../lib/errors.ts";
import { systemFailure } from "../lib/system-failure.ts";
import { exitCodes } from "./exit-codes.ts";
import { note, printJson } from "./output.ts";

/** The one place where errors become text and exit codes. */
export function reportFailure(thrown: unknown): number {
  const error = systemFailure(thrown) ?? thrown;
  // commander has printed its own message.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUsage;
  if (error instanceof BenchError) {
    if (process.argv.includes("--json")) printJson({ error: { code: error.code, message: error.message } });
    note(`mlebench: ${error.message}`);
    return error instanceof UsageError ? exitCodes.wrongUsage : exitCodes.ourFailure;
  }
  note("mlebench: unexpected error. Please report it with the lines below.");
  note(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return exitCodes.ourFailure;
}
