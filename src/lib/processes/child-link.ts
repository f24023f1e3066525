import { BenchError } from "../errors.ts";
import type { AskOptions, Child } from "./child.ts";
import type { FromChild, SentError, ToChild } from "./messages.ts";
import { NoAnswer } from "./no-answer.ts";

/** How messages reach a child, and how it is killed. */
interface Transport {
  readonly pid: number | null;
  send(message: ToChild): unknown;
  kill(): unknown;
}

interface OpenQuestion {
  resolve(answer: unknown): void;
  reject(error: Error): void;
  readonly onProgress: ((progress: unknown) => void) | undefined;
}

/** What processes and threads have in common: one question at a time, its answer, its timeout, and the child's end. */
export class ChildLink implements Child {
  readonly #transport: Transport;
  #question: OpenQuestion | null = null;
  #end: NoAnswer | null = null;
  #onEnd: (() => void)[] = [];

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  get pid(): number | null {
    return this.#transport.pid;
  }

  get alive(): boolean {
    return this.#end === null;
  }

  async ask<Answer>(question: unknown, options: AskOptions = {}): Promise<Answer> {
    const { timeoutMs, signal, graceMs = 0, onProgress } = options;
    signal?.throwIfAborted();
    if (this.#end !== null) throw this.#end;
    let isLate = false;
    let timer: NodeJS.Timeout | undefined;
    const killAfter = (ms: number): void => {
      timer = setTimeout(() => {
        isLate = signal?.aborted !== true;
        this.#transport.kill();
      }, ms);
    };
    const stop = (): void => {
      clearTimeout(timer);
      this.#transport.send({ stop: true });
      killAfter(graceMs);
    };
    try {
      return await new Promise<Answer>((resolve, reject) => {
        this.#question = { resolve: resolve as OpenQuestion["resolve"], reject, onProgress };
        if (timeoutMs !== undefined) killAfter(timeoutMs);
        signal?.addEventListener("abort", stop, { once: true });
        this.#transport.send({ question });
      });
    } catch (error) {
      if (signal?.aborted) {
        await this.end();
        throw signal.reason;
      }
      throw isLate ? new NoAnswer(`it ran out of time (${timeoutMs! / 1000} s)`, { timedOut: true }) : error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      this.#question = null;
    }
  }

  async end(): Promise<void> {
    if (this.#end !== null) return;
    const ended = new Promise<void>((resolve) => this.#onEnd.push(resolve));
    this.#transport.kill();
    await ended;
  }

  received(message: FromChild): void {
    if ("progress" in message) this.#question?.onProgress?.(message.progress);
    else if ("answer" in message) this.#question?.resolve(message.answer);
    else this.#question?.reject(toError(message.error));
  }

  /** Called once the process or thread has ended, with the error for a caller that still waits for an answer. */
  ended(how: NoAnswer): void {
    this.#end ??= how;
    this.#question?.reject(how);
    for (const resolve of this.#onEnd.splice(0)) resolve();
  }
}

function toError({ code, message, stack }: SentError): Error {
  const error = code === null ? new Error(message) : new BenchError(code, message);
  error.stack = stack;
  return error;
}
