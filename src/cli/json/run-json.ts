import { type CallTotals, readCallTotals } from "../../runs/state/call-totals.ts";
import { explainRun } from "../../runs/state/explain-run.ts";
import type { RunGrade } from "../../runs/state/read-grade.ts";
import type { RunStatus } from "../../runs/state/read-group.ts";

/** The state of a run. */
export function runJson(run: RunStatus) {
  return {
    run: run.id,
    competition_id: run.competitionId,
    seed: run.seed,
    folder: run.folder,
    state: run.state,
    attempt: run.attempt,
    retries: run.retries,
    started_at: run.startedAt,
    elapsed_ms: run.elapsedMs,
    left_ms: run.leftMs,
    cpu_ms: run.cpuMs,
    peak_memory_bytes: run.peakMemoryBytes,
    submission: run.submission,
    last_output: run.lastOutput,
    end: run.end,
    reason: run.reason,
    valid: run.valid,
    score: run.score,
    medal: run.medal,
  };
}

/** A run with its place on the leaderboard, or why it has none. */
export function rankedRunJson(run: RunStatus, grade: RunGrade | null) {
  return {
    ...runJson(run),
    percentile: grade?.report.extra.percentile ?? null,
    problem: explainRun(run, grade),
  };
}

/** Everything about one run. */
export function runDetailsJson(group: string, run: RunStatus, grade: RunGrade | null) {
  return {
    group,
    ...rankedRunJson(run, grade),
    model_calls: callTotalsJson(readCallTotals(run.folder)),
    report: grade?.report ?? null,
    candidates: (grade?.candidates ?? []).map(candidateJson),
  };
}

function candidateJson({ file, elapsedMs, sha256, score, valid, medal }: RunGrade["candidates"][number]) {
  return { file, elapsed_ms: elapsedMs, sha256, score, valid, medal };
}

function callTotalsJson(totals: CallTotals | null) {
  return (
    totals && {
      calls: totals.calls,
      failed: totals.failed,
      input_tokens: totals.inputTokens,
      cache_read_tokens: totals.cacheReadTokens,
      output_tokens: totals.outputTokens,
      cost: totals.cost,
      unpriced: totals.unpriced,
      waiting_ms: totals.waitingMs,
    }
  );
}
