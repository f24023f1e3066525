import { requestStop } from "../../runs/execution/request-stop.ts";
import { exitCodes } from "../exit-codes.ts";
import { note } from "../output.ts";

/** Ctrl-C before anything runs ends the command at once. Call the returned function when something is about to run. */
export function endOnInterrupt(): () => void {
  const end = (): void => {
    note("Interrupted: no run was started.");
    process.exit(exitCodes.interrupted);
  };
  process.on("SIGINT", end);
  return () => void process.off("SIGINT", end);
}

interface Interrupts {
  /** Aborted when the command is to return without waiting. */
  readonly leaving: AbortSignal;
  /** Whether the group was asked to stop. */
  asked(): boolean;
  release(): void;
}

/**
 * Ctrl-C stops a group, a second one returns without waiting for that; both answer at once. A terminal that goes away stops
 * nothing.
 */
export function stopOnInterrupt(folder: string): Interrupts {
  const leaving = new AbortController();
  let asked = false;
  const stop = (): void => {
    if (asked) leaving.abort();
    if (asked) return;
    asked = true;
    note(
      "Stopping: running agents are asked to end, their runs are recorded as cancelled, and no others start. " +
        "Press Ctrl-C again to return now and let the group stop in the background.",
    );
    try {
      requestStop(folder);
    } catch (error) {
      note(`The request to stop could not be written: ${(error as Error).message}`);
    }
  };
  const leave = (): void => leaving.abort();
  process.on("SIGINT", stop).on("SIGTERM", stop).on("SIGHUP", leave);
  return {
    leaving: leaving.signal,
    asked: () => asked,
    release: () => void process.off("SIGINT", stop).off("SIGTERM", stop).off("SIGHUP", leave),
  };
}
