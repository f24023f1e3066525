import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { HostSettings, PlannedRun } from "../record/group-plan.ts";
import type { Journal } from "../record/journal.ts";
import type { GroupEvent } from "../record/run-events.ts";
import { groupFiles, runFiles } from "../record/run-folder.ts";
import type { RunOutcome } from "./execute-run.ts";

/** What a run's execution is given: where, and what ends it. */
interface QueuedRun {
  readonly run: PlannedRun;
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onAttempt: (attempt: number) => void;
}

/** How often requests to stop and the budget are looked at. */
const lookMs = 250;

/**
 * Hands out the runs of a group one by one, ends them when somebody asks for it (a file named `stop` in the group's folder or
 * in a run's) or when the budget is used up, and keeps the group's journal.
 */
export class RunQueue {
  readonly #folder: string;
  readonly #waiting: PlannedRun[];
  readonly #journal: Journal<GroupEvent>;
  readonly #ending = new AbortController();
  readonly #running = new Map<string, { readonly started: number; readonly controller: AbortController }>();
  readonly #budgetMs: number;
  readonly #looking: NodeJS.Timeout;
  #spentMs: number;

  constructor(
    folder: string,
    unfinished: { readonly runs: readonly PlannedRun[]; readonly spentMs: number },
    settings: HostSettings,
    journal: Journal<GroupEvent>,
    stopping: AbortSignal,
  ) {
    this.#folder = folder;
    this.#waiting = [...unfinished.runs];
    // Requests of earlier days.
    for (const { id } of unfinished.runs) rmSync(join(folder, id, runFiles.stop), { force: true });
    this.#spentMs = unfinished.spentMs;
    this.#budgetMs = settings.budgetMs ?? Number.POSITIVE_INFINITY;
    this.#journal = journal;
    if (stopping.aborted) this.stop();
    else stopping.addEventListener("abort", () => this.stop());
    this.#looking = setInterval(() => this.#look(), lookMs);
    this.#look();
  }

  /** Aborted when no run is to begin any more. */
  get ending(): AbortSignal {
    return this.#ending.signal;
  }

  /** Why the queue ended. */
  get why(): "complete" | "stopped" | "budget" {
    return this.#ending.signal.aborted ? (this.#ending.signal.reason as "stopped" | "budget") : "complete";
  }

  next(): PlannedRun | null {
    return this.#ending.signal.aborted ? null : (this.#waiting.shift() ?? null);
  }

  async execute(run: PlannedRun, work: (queued: QueuedRun) => Promise<RunOutcome>): Promise<void> {
    const folder = join(this.#folder, run.id);
    const stop = join(folder, runFiles.stop);
    const controller = new AbortController();
    this.#running.set(run.id, { started: performance.now(), controller });
    if (this.#ending.signal.aborted) controller.abort(this.#ending.signal.reason);
    else if (existsSync(stop)) controller.abort("stopped");
    try {
      const onAttempt = (attempt: number): void => {
        this.#journal.append({ type: "run-started", run: run.id, attempt });
      };
      const { end, head, actMs } = await work({ run, folder, signal: controller.signal, onAttempt });
      this.#spentMs += actMs;
      this.#journal.append({ type: "run-ended", run: run.id, end, head, actMs });
    } finally {
      this.#running.delete(run.id);
      rmSync(stop, { force: true });
    }
  }

  /** Lets no run begin any more and ends those that run. */
  stop(): void {
    this.#end("stopped");
  }

  close(): void {
    clearInterval(this.#looking);
  }

  #look(): void {
    if (existsSync(join(this.#folder, groupFiles.stop))) this.stop();
    let spent = this.#spentMs;
    for (const [id, { started, controller }] of this.#running) {
      spent += performance.now() - started;
      if (existsSync(join(this.#folder, id, runFiles.stop))) controller.abort("stopped");
    }
    if (spent >= this.#budgetMs) this.#end("budget");
  }

  #end(why: "stopped" | "budget"): void {
    this.#ending.abort(why);
    for (const { controller } of this.#running.values()) controller.abort(why);
  }
}
