import { availableParallelism } from "node:os";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { defaultEdition } from "../../facts/editions.ts";
import { loadFacts } from "../../facts/facts.ts";
import type { CompetitionReport } from "../../grade/report.ts";
import { failedReport } from "./failed-report.ts";
import { type GradingSettings, ItemGrader } from "./grade-item.ts";
import type { GradingItem } from "./grading-item.ts";

export interface BatchOptions extends GradingSettings {
  /** Worker threads. Default: one per processor, never more than items. */
  readonly jobs?: number;
  /** How long one item may take before its worker is ended. Default: half an hour. */
  readonly itemTimeoutMs?: number;
  readonly onReport?: (report: CompetitionReport, done: number, total: number) => void;
}

/** Below this many items per worker a thread's start costs more than it saves. */
const itemsPerWorker = 24;

/** Most items that go to a worker together: for small submissions a message costs more than the grading. */
const largestParcel = 32;

/**
 * Grades many submissions in parallel and returns their reports in the order of the items. One item never harms
 * another: a worker that runs out of memory or time is replaced and its item reported as failed.
 */
export async function gradeBatch(items: readonly GradingItem[], options: BatchOptions): Promise<CompetitionReport[]> {
  const reports = new Array<CompetitionReport>(items.length);
  let done = 0;
  const finish = (index: number, report: CompetitionReport): void => {
    reports[index] = report;
    done += 1;
    options.onReport?.(report, done, items.length);
  };

  // Items of one competition stay together, so that a worker reads its answers once.
  const queue = [...items.keys()].sort((a, b) => compare(items[a]!, items[b]!) || a - b);
  const workers = Math.min(options.jobs ?? defaultJobs(items), items.length);
  if (workers <= 1 && items.length <= 1) {
    const grader = new ItemGrader(options);
    for (const index of queue) finish(index, await grader.grade(items[index]!));
    return reports;
  }
  await Promise.all(Array.from({ length: workers }, () => runWorker(queue, items, options, finish)));
  return reports;
}

function defaultJobs(items: readonly GradingItem[]): number {
  return Math.max(1, Math.min(availableParallelism(), Math.ceil(items.length / itemsPerWorker)));
}

function compare(a: GradingItem, b: GradingItem): number {
  return a.competitionId < b.competitionId ? -1 : a.competitionId > b.competitionId ? 1 : 0;
}

/** Takes items from the queue until it is empty, replacing its thread whenever an item kills it. */
async function runWorker(
  queue: number[],
  items: readonly GradingItem[],
  options: BatchOptions,
  finish: (index: number, report: CompetitionReport) => void,
): Promise<void> {
  const settings: GradingSettings = {
    dataDirectory: options.dataDirectory,
    ...(options.edition === undefined ? {} : { edition: options.edition }),
    ...(options.leaderboards === undefined ? {} : { leaderboards: options.leaderboards }),
  };
  const timeoutMs = options.itemTimeoutMs ?? 30 * 60_000;
  let worker: Worker | null = null;
  const send = async (parcel: readonly number[]): Promise<void> => {
    worker ??= new Worker(new URL(`./grade-worker${extname(import.meta.url)}`, import.meta.url), {
      workerData: settings,
    });
    const wanted = parcel.map((index) => items[index]!);
    try {
      const reports = await ask(worker, wanted, timeoutMs);
      for (const [place, index] of parcel.entries()) finish(index, reports[place]!);
    } catch (error) {
      await worker.terminate();
      worker = null;
      if (parcel.length > 1) {
        // One of them did it: alone, each answers for itself.
        for (const index of parcel) await send([index]);
        return;
      }
      const { competitionId, submissionPath } = wanted[0]!;
      const { edition = defaultEdition } = options;
      const competition = { id: competitionId, edition, facts: loadFacts(competitionId) };
      finish(parcel[0]!, failedReport(competition, submissionPath, (error as Error).message));
    }
  };
  while (queue.length > 0) await send(queue.splice(0, parcelSize(queue.length)));
  await (worker as Worker | null)?.terminate();
}

/** Large parcels at first, small ones at the end, so that the workers finish together. */
function parcelSize(waiting: number): number {
  return Math.max(1, Math.min(largestParcel, Math.floor(waiting / 32)));
}

/** Sends items to a worker and waits for their reports, its death or the end of their time. */
function ask(worker: Worker, items: readonly GradingItem[], timeoutMs: number): Promise<CompetitionReport[]> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void): void => {
      clearTimeout(timer);
      worker.off("message", onMessage).off("error", onError).off("exit", onExit);
      act();
    };
    const onMessage = (reports: CompetitionReport[]): void => settle(() => resolve(reports));
    const onError = (error: Error): void => settle(() => reject(new Error(`Grading failed: ${error.message}`)));
    const onExit = (code: number): void =>
      settle(() => reject(new Error(`The grading thread ended with code ${code}.`)));
    const timer = setTimeout(
      () =>
        settle(() => reject(new Error(`Grading took longer than ${Math.round(timeoutMs / 1000)} s and was stopped.`))),
      timeoutMs * items.length,
    );
    worker.on("message", onMessage).on("error", onError).on("exit", onExit);
    worker.postMessage(items);
  });
}
