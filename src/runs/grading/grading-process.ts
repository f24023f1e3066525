import { type ChildProcess, fork } from "node:child_process";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import type { CompetitionReport } from "../../grade/report.ts";
import { BenchError } from "../../lib/errors.ts";
import type { GradingSettings } from "./grade-item.ts";
import type { GradingItem } from "./grading-item.ts";

/** What one submission may take before the process is ended. */
const itemTimeoutMs = 30 * 60_000;

/**
 * Grades sealed submissions in a process of its own: the one that talks to agents never reads an answer. It starts with
 * the first submission and stays for the next ones; one that dies is replaced, and the submission it had fails.
 */
export class GradingProcess {
  readonly #settings: GradingSettings;
  #child: ChildProcess | null = null;
  #last = 0;
  /** One at a time: the answers that were read last are kept. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(settings: GradingSettings) {
    this.#settings = settings;
  }

  /** Rejects when our own process fails; what is wrong with a submission is in its report. */
  grade(item: GradingItem): Promise<CompetitionReport> {
    const graded = this.#queue.then(() => this.#ask(item));
    this.#queue = graded.catch(() => undefined);
    return graded;
  }

  close(): void {
    this.#child?.disconnect();
    this.#child = null;
  }

  #ask(item: GradingItem): Promise<CompetitionReport> {
    const child = this.#child ?? this.#start();
    const number = ++this.#last;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => child.kill("SIGKILL"), itemTimeoutMs);
      const settle = (act: () => void): void => {
        clearTimeout(timer);
        child.off("message", onMessage).off("exit", onExit).off("error", onExit);
        act();
      };
      const onMessage = (answer: { number: number; report: CompetitionReport }): void => {
        if (answer.number === number) settle(() => resolve(answer.report));
      };
      const onExit = (how: unknown): void => {
        this.#child = null;
        settle(() => reject(new BenchError("grading", `The grading process ended (${how}) before it was done.`)));
      };
      child.on("message", onMessage).on("exit", onExit).on("error", onExit);
      child.send({ number, item }, (error) => {
        if (error) onExit(error.message);
      });
    });
  }

  #start(): ChildProcess {
    const program = fileURLToPath(new URL(`./grade-process${extname(import.meta.url)}`, import.meta.url));
    this.#child = fork(program, [JSON.stringify(this.#settings)], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
    return this.#child;
  }
}
