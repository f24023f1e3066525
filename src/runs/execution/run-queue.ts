import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { BenchError } from "../../lib/errors.ts";
import type { Journal } from "../../lib/journal/journal.ts";
import { patiently } from "../../lib/patiently.ts";
import type { HostSettings, PlannedRun } from "../record/group-plan.ts";
import type { GroupEvent } from "../record/run-events.ts";
import { groupFiles, runFiles } from "../record/run-folder.ts";
import type { RunOutcome } from "./execute-run.ts";

/** What the execution of a run gets. */
interface QueuedRun {
  readonly run: PlannedRun;
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onAttempt: (attempt: number) => Promise<void>;
  readonly onResume: () => Promise<void>;
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
  readonly #closed = new AbortController();
  readonly #running = new Map<string, { readonly started: number; readonly controller: AbortController }>();
  readonly #budgetMs: number;
  readonly #checking: NodeJS.Timeout;
  /** Whether the budget for model calls is used up. */
  readonly #isSpent: () => boolean;
  #spentMs: number;
  #failure: Error | null = null;

  constructor(
    folder: string,
    unfinished: { readonly runs: readonly PlannedRun[]; readonly spentMs: number; readonly isSpent?: () => boolean },
    settings: HostSettings,
    journal: Journal<GroupEvent>,
    stopping: AbortSignal,
  ) {
    this.#folder = folder;
    this.#waiting = [...unfinished.runs];
    // Requests that an earlier host did not see.
    for (const { id } of unfinished.runs) rmSync(join(folder, id, runFiles.stop), { force: true });
    this.#spentMs = unfinished.spentMs;
    this.#isSpent = unfinished.isSpent ?? (() => false);
    this.#budgetMs = settings.budgetMs ?? Number.POSITIVE_INFINITY;
    this.#journal = journal;
    if (stopping.aborted) this.stop();
    else stopping.addEventListener("abort", () => this.stop(), { signal: this.#closed.signal });
    this.#checking = setInterval(() => this.#check(), checkMs);
    this.#check();
  }

  /** Aborted when no more runs may start. */
  get ending(): AbortSignal {
    return this.#ending.signal;
  }

  /** The first thing that could not be recorded, or that the host failed at. */
  get failure(): Error | null {
    return this.#failure;
  }

  /** Why the queue ended. */
  get why(): "complete" | "stopped" | "budget" {
    return this.#ending.signal.aborted ? (this.#ending.signal.reason as "stopped" | "budget") : "complete";
  }

  next(): PlannedRun | null {
    // Runs that are under way may finish without another call of a model.
    if (this.#isSpent() && this.#waiting.length > 0) this.#ending.abort("budget");
    return this.#ending.signal.aborted ? null : (this.#waiting.shift() ?? null);
  }

  /**
   * Has a run executed and records its end. A run that fails in a way that its own journal cannot hold is left as it is, for
   * the next host; the other ones go on.
   */
  async execute(run: PlannedRun, work: (queued: QueuedRun) => Promise<RunOutcome>): Promise<void> {
    const folder = join(this.#folder, run.id);
    const stop = join(folder, runFiles.stop);
    const controller = new AbortController();
    this.#running.set(run.id, { started: performance.now(), controller });
    if (this.#ending.signal.aborted) controller.abort(this.#ending.signal.reason);
    else if (existsSync(stop)) controller.abort("stopped");
    try {
      const { end, head, actMs } = await work({
        run,
        folder,
        signal: controller.signal,
        onAttempt: (attempt) => this.#record({ type: "run-started", run: run.id, attempt }),
        onResume: () => this.#record({ type: "run-resumed", run: run.id }),
      });
      this.#spentMs += actMs;
      await this.#record({ type: "run-ended", run: run.id, end, head, actMs });
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      console.error(cause);
      this.#failure ??= new BenchError("host", `The run ${run.id} was left without an end: ${why}`, { cause });
    } finally {
      this.#running.delete(run.id);
      rmSync(stop, { force: true });
    }
  }

  /** Starts no more runs, because the host itself failed. Those that are running continue. */
  fail(error: unknown): void {
    this.#failure ??= error instanceof Error ? error : new Error(String(error));
    this.#ending.abort("failed");
  }

  /** Starts no more runs and stops those that are running. */
  stop(): void {
    this.#end("stopped");
  }

  close(): void {
    clearInterval(this.#checking);
    this.#closed.abort();
  }

  /** Without the group's journal, no run can begin. */
  async #record(event: GroupEvent): Promise<void> {
    try {
      await patiently(() => this.#journal.append(event));
    } catch (error) {
      this.fail(error);
      throw error;
    }
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
