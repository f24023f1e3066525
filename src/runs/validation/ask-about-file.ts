import { configVariable } from "../../config/current-config.ts";
import { startProcess } from "../../lib/processes/child.ts";
import { NoAnswer } from "../../lib/processes/no-answer.ts";

/** The only variables that the process gets. Node itself may need the first one to start. */
const passedVariables = ["LD_LIBRARY_PATH", configVariable];

export interface CheckLimits {
  readonly checkMs: number;
  readonly memoryMb: number;
}

/** Why a file itself prevented an answer about it. */
export interface Unchecked {
  readonly valid: null;
  readonly reason: string;
}

/**
 * Has a program read an agent's file in a process that ends afterwards. A thread would not do: tables are outside the memory
 * that a thread can be limited to, and when the system runs out of memory, it must not kill this process.
 *
 * @throws every failure that the file did not cause.
 */
export async function askAboutFile<Answer>(
  program: string,
  task: unknown,
  limits: CheckLimits,
  signal: AbortSignal,
): Promise<Answer | Unchecked> {
  signal.throwIfAborted();
  const child = startProcess(program, [], {
    environment: Object.fromEntries(
      passedVariables.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
    ),
    memoryMb: limits.memoryMb,
  });
  try {
    return await child.ask<Answer>(task, { timeoutMs: limits.checkMs, signal });
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
