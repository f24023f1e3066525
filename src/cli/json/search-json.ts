import type { Experiment, ProgramRun, Version } from "../../agents/search/parts.ts";
import { ideaOf } from "../../agents/search/tree/describe.ts";
import type { SearchRecord } from "../../agents/search/tree/search-record.ts";
import type { Spending } from "../../agents/search/tree/spending.ts";

/** The tree of a search, without its programs. */
export function searchJson(run: string, record: SearchRecord) {
  const { view, counts, spending } = record;
  const step = record.last("step");
  return {
    run,
    lower_is_better: view.lowerIsBetter,
    best: view.best?.id ?? null,
    submitted: record.submitted?.id ?? null,
    ended: record.last("finished")?.reason ?? null,
    step: step?.number ?? null,
    stage: step?.stage ?? null,
    budget: step === undefined ? null : budgetJson(step.budget),
    good: counts.good,
    failed: counts.failed,
    open: counts.open,
    program_seconds: record.programSeconds,
    cost: spending.cost,
    spending: spending.entries.map(spendingJson),
    experiments: view.experiments.map((each) => experimentJson(record, each)),
  };
}

/** As it was when the step began. */
function budgetJson(budget: { used: number; secondsLeft: number; costLeft: number | null; stepsLeft: number }) {
  return {
    used: budget.used,
    seconds_left: budget.secondsLeft,
    cost_left: budget.costLeft,
    steps_left: budget.stepsLeft,
  };
}

function spendingJson({ part, model, calls, inputTokens, outputTokens, cost }: Spending) {
  return { part, model, calls, input_tokens: inputTokens, output_tokens: outputTokens, cost };
}

function experimentJson({ view }: SearchRecord, experiment: Experiment) {
  const { id, step, stage, operator, parents, state, failure, evaluation, seconds, cost, versions } = experiment;
  return {
    experiment: id,
    step,
    stage,
    operator,
    parents,
    idea: ideaOf(view, experiment),
    state,
    failure,
    score: evaluation?.score ?? null,
    basis: evaluation?.basis ?? null,
    comparable: evaluation?.comparable ?? null,
    suspicious: evaluation?.suspicious ?? null,
    notes: evaluation?.notes ?? null,
    seconds,
    cost,
    versions: versions.map(versionJson),
  };
}

function versionJson({ number, commit, summary, invalid = null, runs }: Version) {
  return { version: number, commit, summary, invalid, program_runs: runs.map(programRunJson) };
}

function programRunJson({ kind, cut, end, exitCode, seconds, log }: ProgramRun) {
  return { kind, cut: cut ?? null, end, exit_code: exitCode, seconds, log };
}
