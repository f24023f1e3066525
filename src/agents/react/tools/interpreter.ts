import { randomBytes } from "node:crypto";
import { posix } from "node:path";
import type { CommandResult } from "../../../contracts/command.ts";
import { pause } from "../../../lib/pause.ts";
import { Transcript } from "../output/transcript.ts";
import { pythonDriver } from "./python-driver.ts";
import { runInside } from "./shell.ts";
import type { Workbench } from "./tool.ts";

/** What came of a piece of code. */
export interface Execution {
  readonly output: string;
  /** Whether it was interrupted because its time was up. */
  readonly timedOut: boolean;
  /** How the interpreter itself ended, if it did: its variables are lost. */
  readonly ended: CommandResult | null;
}

/** How long code may take to notice that it is interrupted. */
const interruptMs = 5000;

/** A Python process in the sandbox that keeps its variables from one piece of code to the next. It starts when it is needed. */
export class Interpreter {
  readonly #task: Workbench["task"];
  #process: PythonProcess | null = null;

  constructor(task: Workbench["task"]) {
    this.#task = task;
  }

  async execute(code: string, timeoutMs: number): Promise<Execution> {
    this.#process ??= new PythonProcess(this.#task);
    const execution = await this.#process.execute(code, timeoutMs);
    if (execution.ended !== null) this.#process = null;
    return execution;
  }

  async stop(): Promise<void> {
    await this.#process?.stop();
    this.#process = null;
  }
}

class PythonProcess {
  readonly #task: Workbench["task"];
  readonly #prefix: string;
  readonly #mark: string;
  readonly #ending = new AbortController();
  readonly #ended: Promise<CommandResult>;
  #transcript = new Transcript();
  #recent = "";
  #onMark: () => void = () => undefined;
  #number = 0;

  constructor(task: Workbench["task"]) {
    this.#task = task;
    const id = randomBytes(4).toString("hex");
    this.#prefix = posix.join(task.sandbox.paths.logs, `react-python-${id}`);
    this.#mark = `\x1e${randomBytes(12).toString("hex")}\x1e`;
    const command = ["python3", "-u", "-c", pythonDriver, this.#prefix, this.#mark];
    const signal = AbortSignal.any([this.#ending.signal, task.signal]);
    const log = (chunk: Uint8Array): void => task.onOutput(this.#withoutMark(chunk));
    this.#ended = runInside({ ...task, onOutput: log }, command, (chunk) => this.#take(chunk), { signal });
    // A failure reaches the caller that waits for it.
    this.#ended.catch(() => undefined);
  }

  async execute(code: string, timeoutMs: number): Promise<Execution> {
    this.#transcript = new Transcript();
    this.#number += 1;
    const file = `${this.#prefix}-${this.#number}.py`;
    const marked = new Promise<null>((resolve) => {
      this.#onMark = () => resolve(null);
    });
    await this.#task.sandbox.writeFile(file, code);
    const over = Promise.race([marked, this.#ended]);
    let end = await within(over, timeoutMs);
    const timedOut = end === undefined;
    if (timedOut) {
      await this.#task.sandbox.writeFile(`${file}.stop`, "");
      end = await within(over, interruptMs);
    }
    const ended = end === undefined ? await this.stop() : end;
    return { output: this.#transcript.text.replace(this.#mark, ""), timedOut, ended };
  }

  async stop(): Promise<CommandResult> {
    this.#ending.abort();
    return await this.#ended;
  }

  #withoutMark(chunk: Uint8Array): Uint8Array {
    const at = Buffer.from(chunk).indexOf(this.#mark);
    return at < 0 ? chunk : Buffer.concat([chunk.subarray(0, at), chunk.subarray(at + this.#mark.length)]);
  }

  #take(chunk: Uint8Array): void {
    this.#transcript.add(chunk);
    this.#recent = (this.#recent + Buffer.from(chunk).toString("latin1")).slice(-this.#mark.length - chunk.length);
    if (!this.#recent.includes(this.#mark)) return;
    this.#recent = "";
    this.#onMark();
  }
}

/** Undefined when the time is up first. */
async function within<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  const over = new AbortController();
  try {
    return await Promise.race([work, pause(ms, over.signal).then(() => undefined)]);
  } finally {
    over.abort();
  }
}
