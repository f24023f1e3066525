import { totalmem } from "node:os";
import type { CompetitionReport } from "../../grade/report.ts";
import { BenchError } from "../../lib/errors.ts";
import { type Child, programBeside, startProcess } from "../../lib/processes/child.ts";
import type { GradingSettings, GradingTask } from "./grader.ts";

export interface GradingLimits {
  /** Most memory of a process that grades, in MiB. Default: half of the machine's, at least 2048. */
  readonly memoryMb?: number;
}

/** How long one submission may take: little where others wait for the same process, more in one of its own. */
const sharedMs = 5 * 60_000;
const aloneMs = 30 * 60_000;

/**
 * Grades sealed submissions in separate processes: the one that talks to agents never reads an answer, and survives whatever
 * a submission does to its grader. One process takes all submissions in turn. A submission that it fails on is tried once
 * more in a process of its own, beside the others.
 */
export class GradingProcess {
  readonly #shared: Lane;
  readonly #alone: Lane;

  constructor(settings: GradingSettings, limits: GradingLimits = {}) {
    const memoryMb = limits.memoryMb ?? Math.max(2048, Math.floor(totalmem() / 2 / 2 ** 20));
    this.#shared = new Lane(settings, { memoryMb, timeoutMs: sharedMs, keepsProcess: true });
    this.#alone = new Lane(settings, { memoryMb, timeoutMs: aloneMs, keepsProcess: false });
  }

  /**
   * What is wrong with a submission is in its report.
   *
   * @throws BenchError when the grader failed twice, which says nothing about the submission, or `signal` was aborted.
   */
  async grade(task: GradingTask, signal?: AbortSignal): Promise<CompetitionReport> {
    try {
      return await this.#shared.grade(task, signal);
    } catch (error) {
      if (signal?.aborted) throw error;
      // A new process may not have the same problem.
      return await this.#alone.grade(task, signal);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#shared.close(), this.#alone.close()]);
  }
}

interface LaneOptions {
  readonly memoryMb: number;
  readonly timeoutMs: number;
  /** Whether a process goes on to the next submission. One that failed never does. */
  readonly keepsProcess: boolean;
}

/** One process at a time and one submission at a time: the grader keeps the answers that it read last. */
class Lane {
  readonly #settings: GradingSettings;
  readonly #options: LaneOptions;
  #child: Child | null = null;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(settings: GradingSettings, options: LaneOptions) {
    this.#settings = settings;
    this.#options = options;
  }

  grade(task: GradingTask, signal?: AbortSignal): Promise<CompetitionReport> {
    const graded = this.#queue.then(() => this.#ask(task, signal));
    this.#queue = graded.catch(() => undefined);
    return graded;
  }

  async close(): Promise<void> {
    await this.#child?.end();
    this.#child = null;
  }

  async #ask(task: GradingTask, signal?: AbortSignal): Promise<CompetitionReport> {
    if (signal?.aborted) throw stopped();
    const { timeoutMs, keepsProcess } = this.#options;
    if (this.#child?.alive !== true) this.#child = this.#start();
    let isGood = false;
    try {
      const report = await this.#child.ask<CompetitionReport>(task, { timeoutMs, ...(signal && { signal }) });
      const { failure } = report.extra;
      if (failure?.kind === "grader-error") throw new BenchError("grading", failure.reason);
      isGood = true;
      return report;
    } catch (cause) {
      if (signal?.aborted) throw stopped();
      if (cause instanceof BenchError) throw cause;
      throw new BenchError("grading", `Grading failed: ${(cause as Error).message}.`, { cause });
    } finally {
      if (!isGood || !keepsProcess) await this.close();
    }
  }

  #start(): Child {
    const program = programBeside(import.meta.url, "grading.process");
    const options = { stderr: "inherit", memoryMb: this.#options.memoryMb } as const;
    return startProcess(program, [JSON.stringify(this.#settings)], options);
  }
}

function stopped(): BenchError {
  return new BenchError("grading", "It was stopped while its submission was graded.");
}
