import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ModelSpending } from "../../contracts/agent.ts";
import { readJournal } from "../../lib/journal/read-journal.ts";
import type { CallRecord } from "../../models/ledger/call-record.ts";
import { isFree } from "../../models/protocols/protocol-name.ts";
import { runFiles } from "../record/run-folder.ts";
import { readAttemptCalls } from "./attempt-calls.ts";

/** What model calls have used together. */
export interface CallTotals {
  /** Without those that only count tokens, and answers that were handed out again. */
  readonly calls: number;
  /** Calls without an answer. */
  readonly failed: number;
  readonly inputTokens: number;
  /** Part of the input. */
  readonly cacheReadTokens: number;
  readonly outputTokens: number;
  /** In US dollars, of the calls whose price is known. */
  readonly cost: number;
  /** Calls whose price is unknown. */
  readonly unpriced: number;
  readonly waitingMs: number;
}

export function sumCalls(calls: readonly CallRecord[]): CallTotals {
  const sum = (value: (call: CallRecord) => number | null): number =>
    calls.reduce((total, call) => total + (value(call) ?? 0), 0);
  return {
    calls: sum(({ protocol, repeats }) => (isFree(protocol) || repeats !== undefined ? 0 : 1)),
    failed: sum(({ failure }) => (failure === null ? 0 : 1)),
    inputTokens: sum(({ usage }) => usage.inputTokens),
    cacheReadTokens: sum(({ usage }) => usage.cacheReadTokens),
    outputTokens: sum(({ usage }) => usage.outputTokens),
    cost: sum(({ cost }) => cost),
    unpriced: sum(({ cost }) => (cost === null ? 1 : 0)),
    waitingMs: sum(({ waitingMs }) => waitingMs),
  };
}

/** What a run's calls have used in its last attempt; null when it has made none. */
export function readCallTotals(runFolder: string): CallTotals | null {
  const path = join(runFolder, runFiles.calls);
  return existsSync(path) ? sumCalls(readJournal<CallRecord>(path)) : null;
}

/** What an agent may know of it while its run goes on: of all calls, or of one session. */
export function readSpending(runFolder: string, session?: string): ModelSpending {
  const all = readJournal<CallRecord>(join(runFolder, runFiles.calls));
  const wanted = session === undefined ? all : all.filter((call) => call.session === session);
  const { calls, inputTokens, outputTokens, cost, unpriced } = sumCalls(wanted);
  return { calls, inputTokens, outputTokens, cost: unpriced > 0 ? null : cost };
}

/** The cost of a run in all of its attempts, with the calls that a killed host has left under way. */
export function spentOn(runFolder: string): number {
  return readAttemptCalls(runFolder).reduce((sum, { call }) => sum + (call.cost ?? 0), 0);
}
