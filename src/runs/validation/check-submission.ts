import { configVariable } from "../../config/current-config.ts";
import type { Edition } from "../../facts/editions.ts";
import type { Verdict } from "../../grade/validate-submission.ts";
import { programBeside, startProcess } from "../../lib/processes/child.ts";
import { NoAnswer } from "../../lib/processes/no-answer.ts";

/** The only variables that the checking process gets. Node itself may need the first one to start. */
const passedVariables = ["LD_LIBRARY_PATH", configVariable];

/** What the checking process gets: nothing in it leads to the answers. */
export interface CheckTask {
  readonly competitionId: string;
  readonly edition: Edition;
  readonly submissionPath: string;
  readonly samplePath: string;
}

/** A verdict, or why the file itself prevented one. */
export type Check = Verdict | { readonly valid: null; readonly reason: string };

export interface CheckLimits {
  readonly checkMs: number;
  readonly memoryMb: number;
}

/**
 * Checks a submission's format in a process that ends afterwards. A thread would not do: tables are outside the memory
 * that a thread can be limited to, and when the system runs out of memory, it must not kill this process.
 *
 * @throws every failure that the file did not cause.
 */
export async function checkSubmission(task: CheckTask, limits: CheckLimits, signal: AbortSignal): Promise<Check> {
  signal.throwIfAborted();
  const child = startProcess(programBeside(import.meta.url, "validation.process"), [], {
    environment: Object.fromEntries(
      passedVariables.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
    ),
    memoryMb: limits.memoryMb,
  });
  try {
    return await child.ask<Verdict>(task, { timeoutMs: limits.checkMs, signal });
  } catch (error) {
    const reason = whyUnchecked(error, limits);
    if (reason === null) throw error;
    return { valid: null, reason };
  } finally {
    await child.end();
  }
}

/** Why a file could not be checked; null when the file is not to blame. */
function whyUnchecked(error: unknown, { checkMs }: CheckLimits): string | null {
  if (!(error instanceof NoAnswer)) return null;
  if (error.timedOut) return `The check took longer than ${checkMs / 1000} s and was stopped.`;
  // Killed by our guard or the system, or aborted by V8.
  const isOutOfMemory = error.signal === "SIGKILL" || error.signal === "SIGABRT";
  return isOutOfMemory ? "The check ran out of memory: the file is too large." : null;
}
