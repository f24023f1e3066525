import { countRuns } from "../../runs/state/count-runs.ts";
import type { GroupState, RunStatus } from "../../runs/state/read-group.ts";

/** A group without its runs, for `--json`. */
export function groupJson(group: GroupState): Record<string, unknown> {
  const { plan, host, hostEnd } = group;
  return {
    group: plan.name,
    folder: group.folder,
    agent: plan.agent.label,
    created_at: plan.createdAt,
    started_at: group.startedAt,
    host: { alive: host.alive, pid: host.pid, machine: host.machine },
    host_ended: hostEnd === null ? null : hostEnd.why,
    counts: countRuns(group.runs, host.alive),
  };
}

/** A run's state, for `--json`. */
export function runJson(run: RunStatus): Record<string, unknown> {
  return {
    run: run.id,
    competition_id: run.competitionId,
    seed: run.seed,
    folder: run.folder,
    state: run.state,
    attempt: run.attempt,
    started_at: run.startedAt,
    elapsed_ms: run.elapsedMs,
    left_ms: run.leftMs,
    submission: run.submission,
    last_output: run.lastOutput,
    end: run.end,
    reason: run.reason,
    valid: run.valid,
    score: run.score,
    medal: run.medal,
  };
}
