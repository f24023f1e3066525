import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { HostSettings, PlannedRun } from "../record/group-plan.ts";
import type { Journal } from "../record/journal.ts";
import type { GroupEvent } from "../record/run-events.ts";
import { groupFiles, runFiles } from "../record/run-folder.ts";
import type { RunOutcome } from "./execute-run.ts";

/** What the execution of a run gets. */
interface QueuedRun {
  readonly run: PlannedRun;
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onAttempt: (attempt: number) => void;
}

/** How often stop requests and the budget are checked. */
const checkMs = 250;

/**
 * Hands out the runs of a group one by one, stops them on request (a file named `stop` in the folder of the group or of a
 * run) or when the budget is used up, and writes the group's journal.
 */
export class RunQueue {
  readonly #folder: string;
  readonly #waiting: PlannedRun[];
  readonly #journal: Journal<GroupEvent>;
  readonly #ending = new AbortController();
  readonly #running = new Map<string, { readonly started: number; readonly controller: AbortController }>();
  readonly #budgetMs: number;
  readonly #checking: NodeJS.Timeout;
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
    // Requests that an earlier host did not see.
    for (const { id } of unfinished.runs) rmSync(join(folder, id, runFiles.stop), { force: true });
    this.#spentMs = unfinished.spentMs;
    this.#budgetMs = settings.budgetMs ?? Number.POSITIVE_INFINITY;
    this.#journal = journal;
    if (stopping.aborted) this.stop();
    else stopping.addEventListener("abort", () => this.stop());
    this.#checking = setInterval(() => this.#check(), checkMs);
    this.#check();
  }

  /** Aborted when no more runs may start. */
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

  /** Starts no more runs and stops those that are running. */
  stop(): void {
    this.#end("stopped");
  }

  close(): void {
    clearInterval(this.#checking);
  }

  #check(): void {
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
