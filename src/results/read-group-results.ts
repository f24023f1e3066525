import { join } from "node:path";
import { askedLimits, type GroupPlan } from "../runs/record/group-plan.ts";
import { hasResult, type RunEnd } from "../runs/record/run-events.ts";
import { runFiles } from "../runs/record/run-folder.ts";
import { readAttemptCalls } from "../runs/state/attempt-calls.ts";
import { sumCalls } from "../runs/state/call-totals.ts";
import { type RunGrade, readGrade } from "../runs/state/read-grade.ts";
import { type IndexedRun, readGroupIndex } from "../runs/state/read-group-index.ts";
import { readRunEnd } from "../runs/state/run-progress.ts";
import { isIsolated } from "../sandboxes/index.ts";
import type { Conditions, GradedRun, MissingRun, ResultSet, RunOrigin } from "./result-set.ts";

/** The results of a run group. Opens only the grades of its runs, so ten thousand take about a second. */
export function readGroupResults(folder: string): ResultSet {
  const { plan, runs } = readGroupIndex(folder);
  const conditions = conditionsOf(plan);
  const graded: GradedRun[] = [];
  const missing: MissingRun[] = [];
  for (const run of runs) {
    const result = gradedRun(run, plan, conditions);
    if (result !== null) graded.push(result);
    else {
      missing.push(missingRun(run, plan));
    }
  }
  return { label: plan.agent.label, sources: [plan.name], runs: graded, missing };
}

function gradedRun(run: IndexedRun, plan: GroupPlan, conditions: Conditions): GradedRun | null {
  const { competitionId, seed, folder, end } = run;
  const grade = hasResult(end) ? readGrade(folder) : null;
  if (end === null || grade === null || grade.report.extra.failure?.kind === "grader-error") return null;
  const record = originOf(run, end, plan, grade);
  let cost: GradedRun["cost"] | undefined;
  return {
    competitionId,
    source: plan.name,
    seed,
    conditions,
    report: grade.report,
    record,
    /** Read when it is asked for: ledgers are long, and comparisons do not need them. */
    get cost() {
      cost ??= record.hasLedger ? costOf(folder) : "unknown";
      return cost;
    },
  };
}

function originOf({ folder, journaled }: IndexedRun, end: RunEnd, plan: GroupPlan, grade: RunGrade): RunOrigin {
  return {
    folder,
    end,
    retries: journaled?.retries ?? 0,
    attempt: journaled?.attempt ?? null,
    startedAt: journaled?.startedAt ?? null,
    // A run that was graded later, or whose host was killed, has its time in its own journal only.
    workedMs: journaled?.end?.actMs || readRunEnd(join(folder, runFiles.events)).elapsedMs,
    gpus: plan.limits.gpus ?? 0,
    hasLedger: plan.models !== undefined,
    candidates: grade.candidates,
  };
}

function costOf(folder: string): number | "unknown" {
  const { cost, unpriced } = sumCalls(readAttemptCalls(folder).map(({ call }) => call));
  return unpriced > 0 ? "unknown" : cost;
}

function conditionsOf(plan: GroupPlan): Conditions {
  return {
    edition: plan.edition,
    timeLimit: plan.limits.wallClockMs,
    memoryLimit: askedLimits(plan).memoryMb ?? "machine",
    network: plan.sandbox.network === "open" ? "open" : "closed",
    isolation: isIsolated(plan.sandbox.name) ? "isolated" : "not isolated",
  };
}

function missingRun(run: IndexedRun, plan: GroupPlan): MissingRun {
  const { competitionId, seed, folder } = run;
  const why = whyMissing(run);
  // Only what the harness failed has to be explained, which is rare.
  const hasFailed = why === "infrastructure error" || why === "not graded";
  const reason = hasFailed ? readFailure(folder) : null;
  return { competitionId, seed, source: plan.name, folder, why, ...(reason === null ? {} : { reason }) };
}

function readFailure(folder: string): string | null {
  return readGrade(folder)?.report.extra.failure?.reason ?? readRunEnd(join(folder, runFiles.events)).reason;
}

function whyMissing({ end }: IndexedRun): MissingRun["why"] {
  if (end === "infrastructure-error") return "infrastructure error";
  if (end === "cancelled") return "stopped";
  return end === null ? "not finished" : "not graded";
}
