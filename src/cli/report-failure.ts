import { CommanderError } from "@commander-js/extra-typings";
import { BenchError } from "../lib/errors.ts";
import { systemFailure } from "../lib/system-failure.ts";
import { exitCodeOf, exitCodes } from "./exit-codes.ts";
import { errorJson } from "./json/error-json.ts";
import { note, printJsonLine } from "./output.ts";

/** The one place where errors become text, JSON and exit codes. */
export function reportFailure(thrown: unknown): number {
  const error = systemFailure(thrown) ?? thrown;
  if (error instanceof CommanderError) return reportUsage(error);
  if (error instanceof BenchError) {
    if (wantsJson()) printJsonLine(errorJson(error.code, error.message));
    note(`mlebench: ${error.message}`);
    return exitCodeOf(error);
  }
  if (wantsJson()) printJsonLine(errorJson("unexpected", error instanceof Error ? error.message : String(error)));
  note("mlebench: unexpected error. Please report it with the lines below.");
  note(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return exitCodes.ourFailure;
}

/** Commander has printed its message, also when that is the help or the version that was asked for. */
function reportUsage({ exitCode, message }: CommanderError): number {
  if (exitCode === 0) return exitCodes.done;
  if (wantsJson()) printJsonLine(errorJson("usage", message.replace(/^error: /, "")));
  return exitCodes.wrongUsage;
}

/** Options may not have been parsed yet. What follows `--` belongs to an agent. */
function wantsJson(): boolean {
  const parameters = process.argv.slice(2);
  const end = parameters.indexOf("--");
  return parameters.slice(0, end < 0 ? undefined : end).includes("--json");
}
