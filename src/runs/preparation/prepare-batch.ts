import { availableParallelism, totalmem } from "node:os";
import { competitionFolder } from "../../facts/competition-folder.ts";
import { defaultEdition, type Edition } from "../../facts/editions.ts";
import { loadFacts } from "../../facts/facts.ts";
import { hasCode } from "../../lib/error-code.ts";
import { BenchError } from "../../lib/errors.ts";
import { programBeside, startThread } from "../../lib/processes/child.ts";
import { NoAnswer } from "../../lib/processes/no-answer.ts";
import { systemFailure } from "../../lib/system-failure.ts";
import type { Manifest } from "../../prepare/manifest.ts";
import type { PreparationProgress } from "./preparation-progress.ts";
import {
  alreadyPrepared,
  needsWork,
  type Preparation,
  type PrepareOptions,
  settleCompetition,
} from "./prepare-competition.ts";
import { takeTurn } from "./take-turn.ts";

/** One competition to prepare. */
export interface PreparationTask {
  readonly competitionId: string;
  /** Default: the first one. */
  readonly edition?: Edition;
  readonly options: Omit<PrepareOptions, "signal" | "onProgress">;
}

/** How one competition of a batch ended. */
export interface PreparationResult {
  readonly competitionId: string;
  readonly outcome: Preparation["outcome"] | "failed" | "cancelled";
  readonly manifest: Manifest | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly seconds: number;
}

export interface PrepareBatchOptions {
  /** How many competitions to prepare at once. Default: see `defaultJobs`. */
  readonly jobs?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (competitionId: string, progress: PreparationProgress) => void;
  readonly onResult?: (result: PreparationResult) => void;
}

/** A thread still running this long after it was asked to stop is in a long computation, and is terminated. */
const graceMs = 2000;

/** One per processor, but at most four (they share disk and network), and no more than memory allows. */
export function defaultJobs(): number {
  return Math.max(1, Math.min(4, availableParallelism(), Math.floor(totalmem() / 4e9)));
}

/**
 * Prepares several competitions, each in its own thread: one that fails or runs out of memory does not affect the others,
 * and the caller stays responsive. Results come in the order of the tasks. Never rejects.
 */
export async function prepareBatch(
  tasks: readonly PreparationTask[],
  options: PrepareBatchOptions = {},
): Promise<PreparationResult[]> {
  const signal = options.signal ?? new AbortController().signal;
  const results = new Array<PreparationResult>(tasks.length);
  const queue = [...tasks.entries()];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [index, task] = next;
      const started = performance.now();
      const ended = await prepareOne(task, signal, (progress) => options.onProgress?.(task.competitionId, progress));
      const seconds = (performance.now() - started) / 1000;
      const result = { competitionId: task.competitionId, ...ended, seconds };
      results[index] = result;
      options.onResult?.(result);
    }
  };
  await Promise.all(Array.from({ length: Math.min(options.jobs ?? defaultJobs(), tasks.length) }, work));
  return results;
}

type Ended = Omit<PreparationResult, "competitionId" | "seconds">;

async function prepareOne(
  task: PreparationTask,
  signal: AbortSignal,
  onProgress: (progress: PreparationProgress) => void,
): Promise<Ended> {
  if (signal.aborted) return { outcome: "cancelled", manifest: null, error: null };
  const { competitionId, edition = defaultEdition, options } = task;
  const folder = competitionFolder(options.dataDirectory, competitionId, edition);
  try {
    const done = await alreadyPrepared({ facts: loadFacts(competitionId), edition }, options);
    if (done !== null && !needsWork(folder, options)) return { ...done, error: null };
    // Held here and not in the thread: a terminated thread could not release it.
    const lock = await takeTurn(competitionId, folder, { signal, report: onProgress });
    try {
      const ended = await runThread(task, signal, onProgress);
      if (ended.outcome === "cancelled" || ended.outcome === "failed") await settleCompetition(folder);
      return ended;
    } finally {
      lock.release();
    }
  } catch (error) {
    if (signal.aborted) return { outcome: "cancelled", manifest: null, error: null };
    return { outcome: "failed", manifest: null, error: describeError(error) };
  }
}

async function runThread(
  task: PreparationTask,
  signal: AbortSignal,
  onProgress: (progress: PreparationProgress) => void,
): Promise<Ended> {
  const thread = startThread(programBeside(import.meta.url, "preparation.worker"));
  try {
    const preparation = await thread.ask<Preparation>(task, {
      signal,
      graceMs,
      onProgress: (progress) => onProgress(progress as PreparationProgress),
    });
    return { ...preparation, error: null };
  } catch (error) {
    if (signal.aborted) return { outcome: "cancelled", manifest: null, error: null };
    return { outcome: "failed", manifest: null, error: describeError(error) };
  } finally {
    await thread.end();
  }
}

/** An unexpected error keeps its stack, for a bug report. */
function describeError(error: unknown): { code: string; message: string } {
  if (error instanceof NoAnswer && !error.cause) {
    return { code: "thread-ended", message: `Preparing failed: ${error.message}.` };
  }
  const thrown = error instanceof NoAnswer ? error.cause : error;
  const cause = systemFailure(thrown) ?? thrown;
  if (cause instanceof BenchError) return { code: cause.code, message: cause.message };
  if (!(cause instanceof Error)) return { code: "unexpected", message: String(cause) };
  if (hasCode(cause, "ERR_WORKER_OUT_OF_MEMORY")) {
    return { code: "out-of-memory", message: `${cause.message}. Try --jobs 1.` };
  }
  return { code: "unexpected", message: cause.stack ?? cause.message };
}
