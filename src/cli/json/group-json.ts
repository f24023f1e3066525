import type { GroupSummary } from "../../results/summarize-group.ts";
import { countRuns, isRunning, type RunCounts } from "../../runs/state/count-runs.ts";
import type { RunGrade } from "../../runs/state/read-grade.ts";
import type { GroupState, RunStatus } from "../../runs/state/read-group.ts";
import { isIsolated } from "../../sandboxes/index.ts";
import { planJson } from "./plan-json.ts";
import { rankedRunJson, runJson } from "./run-json.ts";
import { summaryJson } from "./summary-json.ts";

/** A run group with the runs that are under way. */
export function activeGroupJson(group: GroupState) {
  const { runs, host } = group;
  return { ...groupJson(group), running: runs.filter((run) => isRunning(run, host.alive)).map(runJson) };
}

/** Everything about a run group. */
export function groupDetailsJson(
  group: GroupState,
  summary: GroupSummary,
  gradeOf: (run: RunStatus) => RunGrade | null,
) {
  return {
    ...groupJson(group),
    plan: planJson(group.plan, group.plan.content ?? null),
    runs: group.runs.map((run) => rankedRunJson(run, gradeOf(run))),
    summary: summaryJson(summary),
  };
}

function groupJson({ plan, folder, host, hostEnd, startedAt, runs }: GroupState) {
  return {
    group: plan.name,
    folder,
    agent: plan.agent.label,
    isolated: isIsolated(plan.sandbox.name),
    version: plan.version,
    created_at: plan.createdAt,
    started_at: startedAt,
    host: { alive: host.alive, pid: host.pid, machine: host.machine },
    host_ended: hostEnd?.why ?? null,
    counts: countsJson(countRuns(runs, host.alive)),
  };
}

function countsJson({ noSubmission, ...counts }: RunCounts) {
  return { ...counts, no_submission: noSubmission };
}
