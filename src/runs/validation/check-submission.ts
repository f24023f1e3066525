import { totalmem } from "node:os";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { Validation as Verdict } from "../../grade/validate-submission.ts";

/** What a thread is started with: nothing in it leads to the answers. */
export interface CheckTask {
  readonly competitionId: string;
  readonly submissionPath: string;
  readonly samplePath: string;
}

/** A verdict, or why the file's own doing left none. */
export type Check = Verdict | { readonly valid: null; readonly reason: string };

/** Reading refuses what is far larger than a submission; this is the last line. */
const memoryMb = Math.min(4096, Math.max(512, Math.floor(totalmem() / 4 / 2 ** 20)));

/**
 * Checks a submission's format in a thread of its own, which ends with it: a file that takes too much memory or time ends
 * the thread and not the process.
 *
 * @throws whatever went wrong that is not the file's doing.
 */
export async function checkSubmission(task: CheckTask, limitMs: number, signal: AbortSignal): Promise<Check> {
  signal.throwIfAborted();
  const worker = new Worker(new URL(`./validation-worker${extname(import.meta.url)}`, import.meta.url), {
    workerData: task,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  const done = new AbortController();
  try {
    return await new Promise<Check>((resolve, reject) => {
      const late = `The check took longer than ${limitMs / 1000} s and was stopped.`;
      const timer = setTimeout(() => resolve({ valid: null, reason: late }), limitMs);
      done.signal.addEventListener("abort", () => clearTimeout(timer));
      signal.addEventListener("abort", () => reject(signal.reason), { signal: done.signal });
      worker.on("message", (verdict: Verdict) => resolve(verdict));
      worker.on("error", (error: NodeJS.ErrnoException) => {
        const outOfMemory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
        if (outOfMemory) resolve({ valid: null, reason: "The check ran out of memory: the file holds too much." });
        else reject(error);
      });
      worker.on("exit", (code) => reject(new Error(`The checking thread ended with code ${code}.`)));
    });
  } finally {
    done.abort();
    await worker.terminate();
  }
}
