import type { CommandResult } from "../../../contracts/command.ts";
import { pause } from "../../../lib/pause.ts";
import { Transcript } from "../output/transcript.ts";
import { runInside, shellCommand } from "./shell.ts";
import type { Workbench } from "./tool.ts";

export interface Job {
  readonly number: number;
  readonly command: string;
  readonly transcript: Transcript;
  readonly startedMs: number;
  /** Null while it runs. */
  readonly result: CommandResult | null;
}

interface RunningJob extends Job {
  result: CommandResult | null;
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

/** Commands that run beside the conversation. */
export class Jobs {
  readonly #task: Workbench["task"];
  readonly #jobs: RunningJob[] = [];
  #failure: unknown;

  constructor(task: Workbench["task"]) {
    this.#task = task;
  }

  start(command: string): Job {
    const stop = new AbortController();
    const transcript = new Transcript();
    const signal = AbortSignal.any([stop.signal, this.#task.signal]);
    const running = runInside(this.#task, shellCommand(command), transcript.add, { signal });
    const ended = running.then(
      (result) => {
        job.result = result;
      },
      (error: unknown) => {
        this.#failure ??= error;
      },
    );
    const number = this.#jobs.length + 1;
    const job: RunningJob = { number, command, transcript, startedMs: performance.now(), result: null, stop, ended };
    this.#jobs.push(job);
    return job;
  }

  /** @throws what kept a job from running, which is the harness's failure. */
  get(number: number): Job | null {
    if (this.#failure !== undefined) throw this.#failure;
    return this.#jobs[number - 1] ?? null;
  }

  get running(): readonly number[] {
    return this.#jobs.filter(({ result }) => result === null).map(({ number }) => number);
  }

  /** Waits until a job has ended, or for some time. */
  async wait(number: number, ms: number): Promise<void> {
    const over = new AbortController();
    const time = pause(ms, AbortSignal.any([over.signal, this.#task.signal]));
    await Promise.race([this.#jobs[number - 1]?.ended, time]);
    over.abort();
  }

  async stop(number: number): Promise<void> {
    const job = this.#jobs[number - 1];
    job?.stop.abort();
    await job?.ended;
  }

  async stopAll(): Promise<void> {
    for (const job of this.#jobs) job.stop.abort();
    await Promise.all(this.#jobs.map(({ ended }) => ended));
  }
}
