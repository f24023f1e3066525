import type { CompetitionReport } from "../../grade/report.ts";
import { BenchError } from "../../lib/errors.ts";
import { type Child, programBeside, startProcess } from "../../lib/processes/child.ts";
import type { GradingSettings, GradingTask } from "./grader.ts";

/** How long one submission may take before the process is killed. */
const taskTimeoutMs = 30 * 60_000;

/**
 * Grades sealed submissions in a separate process: the one that talks to agents never reads an answer. It starts with
 * the first submission and stays for the next ones. When it dies, its submission fails and the next one starts another.
 */
export class GradingProcess {
  readonly #settings: GradingSettings;
  #child: Child | null = null;
  /** One at a time: the grader keeps the answers that it read last. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(settings: GradingSettings) {
    this.#settings = settings;
  }

  /** Rejects when the process fails; what is wrong with a submission is in its report. */
  grade(task: GradingTask): Promise<CompetitionReport> {
    const graded = this.#queue.then(() => this.#ask(task));
    this.#queue = graded.catch(() => undefined);
    return graded;
  }

  async close(): Promise<void> {
    await this.#child?.end();
    this.#child = null;
  }

  async #ask(task: GradingTask): Promise<CompetitionReport> {
    if (this.#child?.alive !== true) this.#child = this.#start();
    try {
      return await this.#child.ask(task, { timeoutMs: taskTimeoutMs });
    } catch (cause) {
      throw new BenchError("grading", `Grading ${task.submissionPath} failed: ${(cause as Error).message}.`, { cause });
    }
  }

  #start(): Child {
    const program = programBeside(import.meta.url, "grading.process");
    return startProcess(program, [JSON.stringify(this.#settings)], { stderr: "inherit" });
  }
}
