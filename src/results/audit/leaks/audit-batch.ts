import { competitionFolder } from "../../../facts/competition-folder.ts";
import { hasCode } from "../../../lib/error-code.ts";
import { BenchError } from "../../../lib/errors.ts";
import { inParallel } from "../../../lib/in-parallel.ts";
import { programBeside, startThread } from "../../../lib/processes/child.ts";
import { NoAnswer } from "../../../lib/processes/no-answer.ts";
import { defaultJobs } from "../../../runs/preparation/prepare-batch.ts";
import type { LeakAudit } from "./leak-audit.ts";

/** One competition to look at. */
export interface LeakTask {
  readonly competitionId: string;
  /** The folder of the prepared data. */
  readonly prepared: string;
  /** Most images of each part whose pictures are compared. */
  readonly images: number;
}

/** What the thread answers. */
export type LeakAnswer = Pick<LeakAudit, "findings" | "examined" | "notes">;

export interface AuditBatchOptions {
  readonly dataDirectory: string;
  readonly images: number;
  readonly jobs?: number;
  readonly signal: AbortSignal;
  readonly onResult: (audit: LeakAudit) => void;
}

/**
 * Looks at the prepared data of several competitions, each in a thread of its own, so that one that fails or runs out of memory
 * leaves the others alone. Results come in the order of the ids.
 */
export function auditBatch(ids: readonly string[], options: AuditBatchOptions): Promise<LeakAudit[]> {
  return inParallel(ids, options.jobs ?? defaultJobs(), async (competitionId) => {
    const started = performance.now();
    const answer = await auditOne(competitionId, options);
    const audit = { competitionId, ...answer, seconds: (performance.now() - started) / 1000 };
    if (!options.signal.aborted) options.onResult(audit);
    return audit;
  });
}

async function auditOne(
  competitionId: string,
  options: AuditBatchOptions,
): Promise<Omit<LeakAudit, "competitionId" | "seconds">> {
  const { prepared } = competitionFolder(options.dataDirectory, competitionId);
  const nothing = { findings: [], examined: null, notes: [] };
  if (options.signal.aborted) return { ...nothing, error: { code: "cancelled", message: "Cancelled." } };
  const thread = startThread(programBeside(import.meta.url, "leaks.worker"));
  try {
    const task: LeakTask = { competitionId, prepared, images: options.images };
    return { ...(await thread.ask<LeakAnswer>(task, { signal: options.signal })), error: null };
  } catch (error) {
    return { ...nothing, error: describeError(error) };
  } finally {
    await thread.end();
  }
}

/** An unexpected error keeps its stack, for a bug report. */
function describeError(error: unknown): { code: string; message: string } {
  const cause = error instanceof NoAnswer && error.cause ? error.cause : error;
  if (cause instanceof BenchError) return { code: cause.code, message: cause.message };
  if (!(cause instanceof Error)) return { code: "unexpected", message: String(cause) };
  if (hasCode(cause, "ERR_WORKER_OUT_OF_MEMORY"))
    return { code: "out-of-memory", message: `${cause.message}. Try --jobs 1.` };
  return { code: "unexpected", message: cause.stack ?? cause.message };
}
