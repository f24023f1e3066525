import { fork } from "node:child_process";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { ChildLink } from "./child-link.ts";
import { guardMemory, limitedNode } from "./limit-memory.ts";
import type { FromChild } from "./messages.ts";
import { NoAnswer } from "./no-answer.ts";

/**
 * A process or thread that runs a program of this package and answers questions, one at a time; see `answerQuestions`.
 */
export interface Child {
  /** Null for a thread, and for a process that could not be started. */
  readonly pid: number | null;
  /** False once it has ended. */
  readonly alive: boolean;
  /**
   * Sends a question and waits for the answer. Rethrows what the program throws.
   *
   * @throws NoAnswer when the child ends first, or runs out of time and is killed.
   */
  ask<Answer>(question: unknown, options?: AskOptions): Promise<Answer>;
  /** Kills it and waits until it has ended. May be called again. */
  end(): Promise<void>;
}

export interface AskOptions {
  readonly timeoutMs?: number;
  /** Once aborted, `ask` rejects with the signal's reason, after the child has ended. */
  readonly signal?: AbortSignal;
  /** How long the program may take to stop after an abort. Default: it is killed at once. */
  readonly graceMs?: number;
  readonly onProgress?: (progress: unknown) => void;
}

interface ProcessOptions {
  readonly environment?: NodeJS.ProcessEnv;
  /** Most memory it may use, in MiB; one that uses more is killed. */
  readonly memoryMb?: number;
  /** Default: ignored. */
  readonly stderr?: "inherit" | "ignore";
}

/**
 * The path of a program in the folder of the file that calls it: `programBeside(import.meta.url, "grading.worker")`.
 * Sources start sources, compiled files compiled ones.
 */
export function programBeside(caller: string, name: string): string {
  return fileURLToPath(new URL(`./${name}${extname(caller)}`, caller));
}

/** Runs a program in a child process, which ends with this one. */
export function startProcess(program: string, parameters: readonly string[], options: ProcessOptions = {}): Child {
  const { memoryMb } = options;
  const node = memoryMb === undefined ? { execPath: process.execPath, execArgv: [] } : limitedNode(memoryMb);
  const child = fork(program, parameters, {
    execPath: node.execPath,
    execArgv: [...node.execArgv],
    stdio: ["ignore", "ignore", options.stderr ?? "ignore", "ipc"],
    ...(options.environment === undefined ? {} : { env: options.environment }),
  });
  let excess = "";
  const unguard =
    memoryMb === undefined
      ? () => undefined
      : guardMemory(child.pid, memoryMb, () => {
          excess = `: it used more than ${memoryMb} MiB of memory`;
          child.kill("SIGKILL");
        });
  const fail = (error: Error): void => link.ended(new NoAnswer(error.message, { cause: error }));
  const link = new ChildLink({
    pid: child.pid ?? null,
    send: (message) => child.send(message, (error) => error !== null && fail(error)),
    kill: () => child.kill("SIGKILL"),
  });
  child.on("message", (message) => link.received(message as FromChild));
  child.on("error", fail);
  child.on("exit", (code, signal) => {
    unguard();
    link.ended(new NoAnswer(`the process ended with ${signal ?? `exit code ${code}`}${excess}`, { signal }));
  });
  return link;
}

/** Runs a program in a thread; `data` is its `workerData`. */
export function startThread(program: string, data?: unknown): Child {
  const worker = new Worker(program, { workerData: data });
  let thrown: Error | null = null;
  const link = new ChildLink({
    pid: null,
    send: (message) => worker.postMessage(message),
    kill: () => worker.terminate(),
  });
  worker.on("message", (message: FromChild) => link.received(message));
  worker.on("error", (error) => {
    thrown = error;
  });
  worker.on("exit", (code) => {
    link.ended(new NoAnswer(thrown?.message ?? `the thread ended with exit code ${code}`, { cause: thrown }));
  });
  return link;
}
