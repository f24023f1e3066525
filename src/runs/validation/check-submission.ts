import { type ChildProcess, fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Edition } from "../../facts/editions.ts";
import type { Validation as Verdict } from "../../grade/validate-submission.ts";

/** What a process is given: nothing in it leads to the answers. */
export interface CheckTask {
  readonly competitionId: string;
  readonly edition: Edition;
  readonly submissionPath: string;
  readonly samplePath: string;
}

/** What it says. */
export type CheckReply = { readonly verdict: Verdict } | { readonly error: string };

/** A verdict, or why the file's own doing left none. */
export type Check = Verdict | { readonly valid: null; readonly reason: string };

export interface CheckLimits {
  readonly checkMs: number;
  readonly memoryMb: number;
}

const outOfMemory = "The check ran out of memory: the file holds too much.";

/**
 * Checks a submission's format in a process of its own, which ends with it. Not in a thread: tables lie outside the memory
 * that a thread can be held to, and when the system runs out of it, it must not be us who is ended.
 *
 * @throws whatever went wrong that is not the file's doing.
 */
export async function checkSubmission(task: CheckTask, limits: CheckLimits, signal: AbortSignal): Promise<Check> {
  signal.throwIfAborted();
  const program = fileURLToPath(new URL(`./validation-process${extname(import.meta.url)}`, import.meta.url));
  const execArgv = [`--max-old-space-size=${limits.memoryMb}`];
  // Node itself may need this one to start.
  const { LD_LIBRARY_PATH } = process.env;
  const env = LD_LIBRARY_PATH === undefined ? {} : { LD_LIBRARY_PATH };
  const child = fork(program, [], { env, execArgv, stdio: ["ignore", "ignore", "ignore", "ipc"] });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()).once("error", () => resolve()));
  const done = new AbortController();
  try {
    return await new Promise<Check>((resolve, reject) => {
      const giveUp = (reason: string): void => resolve({ valid: null, reason });
      const late = `The check took longer than ${limits.checkMs / 1000} s and was stopped.`;
      const timer = setTimeout(() => giveUp(late), limits.checkMs);
      const guard = setInterval(() => {
        if (memoryOf(child) > limits.memoryMb * 2 ** 20) giveUp(outOfMemory);
      }, 50);
      done.signal.addEventListener("abort", () => {
        clearTimeout(timer);
        clearInterval(guard);
      });
      signal.addEventListener("abort", () => reject(signal.reason), { signal: done.signal });
      child.on("message", (reply: CheckReply) => {
        if ("verdict" in reply) resolve(reply.verdict);
        else reject(new Error(reply.error));
      });
      child.on("error", reject);
      child.on("exit", (code, by) => {
        // The system's own end for want of memory, and that of V8.
        if (by === "SIGKILL" || by === "SIGABRT") giveUp(outOfMemory);
        else reject(new Error(`The check ended with ${by ?? `code ${code}`}.`));
      });
      child.send(task, (error) => error !== null && reject(error));
    });
  } finally {
    done.abort();
    child.kill("SIGKILL");
    await ended;
  }
}

/** Bytes a process holds; 0 where the system does not tell. */
function memoryOf({ pid }: ChildProcess): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
