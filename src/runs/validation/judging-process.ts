import { configVariable } from "../../config/current-config.ts";
import { type Child, startProcess } from "../../lib/processes/child.ts";
import { memoryOf } from "../../lib/processes/limit-memory.ts";
import { NoAnswer } from "../../lib/processes/no-answer.ts";

/** The only variables that the process gets. Node itself may need the first one to start. */
const passedVariables = ["LD_LIBRARY_PATH", configVariable];

/** A process is replaced after so many files, and once it holds on to so much memory. */
const mostFiles = 500;
const mostMemory = 256 * 2 ** 20;
/** So many processes of this host, each about 60 MB, wait for a file at once; the one that has waited longest is ended. */
const mostWaiting = 8;
const waiting = new Set<JudgingProcess>();

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
 * Has a program read an agent's files, one at a time, in a process that stays for the next file. A thread would not do: tables
 * are outside the memory that a thread can be limited to, and when the system runs out of memory, it must not kill this process.
 *
 * A file is judged as in a process of its own: where one that has read other files fails, a fresh one decides.
 */
export class JudgingProcess {
  readonly #program: string;
  readonly #limits: CheckLimits;
  readonly #idleMs: number;
  #child: Child | null = null;
  #files = 0;
  #idle: NodeJS.Timeout | undefined;

  /** A process is ended after `idleMs` without a file: the next one may be hours away. */
  constructor(program: string, limits: CheckLimits, idleMs = 30_000) {
    this.#program = program;
    this.#limits = limits;
    this.#idleMs = idleMs;
  }

  /** @throws every failure that the file did not cause. */
  async ask<Answer>(task: unknown, signal: AbortSignal): Promise<Answer | Unchecked> {
    const isFresh = this.#child === null;
    try {
      return await this.#ask<Answer>(task, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      const isLate = error instanceof NoAnswer && error.timedOut;
      if (!isFresh && !isLate) return await this.ask(task, signal);
      const reason = whyUnchecked(error, this.#limits);
      if (reason === null) throw error;
      return { valid: null, reason };
    }
  }

  /** Ends the process. The next file gets a new one. */
  async close(): Promise<void> {
    this.#stopWaiting();
    const child = this.#child;
    this.#child = null;
    await child?.end();
  }

  async #ask<Answer>(task: unknown, signal: AbortSignal): Promise<Answer> {
    signal.throwIfAborted();
    this.#stopWaiting();
    this.#child ??= this.#start();
    let isGood = false;
    try {
      const answer = await this.#child.ask<Answer>(task, { timeoutMs: this.#limits.checkMs, signal });
      isGood = true;
      return answer;
    } finally {
      if (isGood && !this.#isWornOut()) this.#wait();
      else await this.close();
    }
  }

  #wait(): void {
    this.#idle = setTimeout(() => void this.close(), this.#idleMs).unref();
    waiting.add(this);
    const [longest] = waiting;
    if (waiting.size > mostWaiting) void longest!.close();
  }

  #stopWaiting(): void {
    clearTimeout(this.#idle);
    waiting.delete(this);
  }

  #start(): Child {
    this.#files = 0;
    return startProcess(this.#program, [], {
      environment: Object.fromEntries(
        passedVariables.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
      ),
      memoryMb: this.#limits.memoryMb,
    });
  }

  #isWornOut(): boolean {
    this.#files += 1;
    return this.#files >= mostFiles || memoryOf(this.#child?.pid) > mostMemory;
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
