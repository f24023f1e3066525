import { type BenchError, UsageError } from "../lib/errors.ts";

/** Exit codes of the command. */
export const exitCodes = {
  done: 0,
  ourFailure: 1,
  wrongUsage: 2,
  /** Finished, but some items are invalid or failed. */
  failedItems: 3,
  /** Stopped by the user (Ctrl-C), by the shells' convention. */
  interrupted: 130,
} as const;

/** The exit code of a command that ends with an error of ours. */
export function exitCodeOf(error: BenchError): number {
  return error instanceof UsageError ? exitCodes.wrongUsage : exitCodes.ourFailure;
}
