import { availableParallelism } from "node:os";
import { defaultEdition } from "../../facts/editions.ts";
import { loadFacts } from "../../facts/facts.ts";
import type { CompetitionReport } from "../../grade/report.ts";
import { type Child, programBeside, startThread } from "../../lib/processes/child.ts";
import { NoAnswer } from "../../lib/processes/no-answer.ts";
import { failedReport } from "./failed-report.ts";
import { Grader, type GradingSettings, type GradingTask } from "./grader.ts";

export interface BatchOptions extends GradingSettings {
  /** Threads. Default: one per processor, fewer for small batches. */
  readonly jobs?: number;
  /** How long one submission may take before its thread is stopped. Default: half an hour. */
  readonly taskTimeoutMs?: number;
  readonly onReport?: (report: CompetitionReport, done: number, total: number) => void;
}

/** With fewer tasks per thread, starting the thread costs more than it saves. */
const tasksPerThread = 24;

/** The most tasks in one message to a thread: for small submissions a message costs more than the grading. */
const largestParcel = 32;

/**
 * Grades many submissions in parallel and returns their reports in the order of the tasks. One submission never harms
 * another: a thread that runs out of memory or time is replaced, and its submission is reported as failed.
 */
export async function gradeBatch(tasks: readonly GradingTask[], options: BatchOptions): Promise<CompetitionReport[]> {
  const reports = new Array<CompetitionReport>(tasks.length);
  let done = 0;
  const finish = (index: number, report: CompetitionReport): void => {
    reports[index] = report;
    done += 1;
    options.onReport?.(report, done, tasks.length);
  };

  // Tasks of one competition stay together, so that a thread reads its answers once.
  const queue = [...tasks.keys()].sort((a, b) => compare(tasks[a]!, tasks[b]!) || a - b);
  if (tasks.length <= 1) {
    const grader = new Grader(options);
    for (const index of queue) finish(index, await grader.grade(tasks[index]!));
    return reports;
  }
  const threads = Math.min(options.jobs ?? defaultJobs(tasks.length), tasks.length);
  await Promise.all(Array.from({ length: threads }, () => gradeInThread(queue, tasks, options, finish)));
  return reports;
}

function defaultJobs(tasks: number): number {
  return Math.max(1, Math.min(availableParallelism(), Math.ceil(tasks / tasksPerThread)));
}

function compare(a: GradingTask, b: GradingTask): number {
  return a.competitionId < b.competitionId ? -1 : a.competitionId > b.competitionId ? 1 : 0;
}

/** Takes tasks from the queue until it is empty, and replaces its thread whenever a submission kills it. */
async function gradeInThread(
  queue: number[],
  tasks: readonly GradingTask[],
  { dataDirectory, edition, leaderboards, verifyData, taskTimeoutMs = 30 * 60_000 }: BatchOptions,
  finish: (index: number, report: CompetitionReport) => void,
): Promise<void> {
  const program = programBeside(import.meta.url, "grading.worker");
  const settings: GradingSettings = { dataDirectory, edition, leaderboards, verifyData };
  let thread: Child | null = null;
  const send = async (parcel: readonly number[]): Promise<void> => {
    if (thread?.alive !== true) thread = startThread(program, settings);
    const wanted = parcel.map((index) => tasks[index]!);
    try {
      const reports: CompetitionReport[] = await thread.ask(wanted, { timeoutMs: taskTimeoutMs * wanted.length });
      for (const [place, index] of parcel.entries()) finish(index, reports[place]!);
    } catch (error) {
      if (parcel.length > 1) {
        // One of them is to blame. Sent one by one, the others are graded.
        for (const index of parcel) await send([index]);
        return;
      }
      const { competitionId, submissionPath } = wanted[0]!;
      const competition = {
        id: competitionId,
        edition: edition ?? defaultEdition,
        facts: loadFacts(competitionId),
      };
      finish(parcel[0]!, failedReport(competition, submissionPath, whyFailed(error as Error, taskTimeoutMs)));
    }
  };
  while (queue.length > 0) await send(queue.splice(0, parcelSize(queue.length)));
  await (thread as Child | null)?.end();
}

/** Large parcels at first, small ones at the end, so that the threads finish together. */
function parcelSize(waiting: number): number {
  return Math.max(1, Math.min(largestParcel, Math.floor(waiting / 32)));
}

function whyFailed(error: Error, timeoutMs: number): string {
  if (error instanceof NoAnswer && error.timedOut) {
    return `Grading took longer than ${Math.round(timeoutMs / 1000)} s and was stopped.`;
  }
  return `Grading failed: ${error.message}.`;
}
