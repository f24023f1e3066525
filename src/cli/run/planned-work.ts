import { basename } from "node:path";
import { agentKind } from "../../agents/index.ts";
import { identifyAgent } from "../../runs/execution/agent-snapshot.ts";
import { findGroup } from "../../runs/execution/find-group.ts";
import { changesTo } from "../../runs/execution/group-changes.ts";
import type { GroupRequest, PlannedGroup, PlanOptions } from "../../runs/execution/plan-group.ts";
import { withSeeds } from "../../runs/record/added-seeds.ts";
import type { AgentContent } from "../../runs/record/agent-content.ts";
import { type HostSettings, plannedRuns } from "../../runs/record/group-plan.ts";
import { readGroupIndex } from "../../runs/state/read-group-index.ts";

/** What a `run` command is going to do. */
export interface PlannedWork {
  /** With the limits and seeds of the group that is continued. */
  readonly request: GroupRequest;
  /** What identifies the agent; null for a group of an earlier version. */
  readonly content: AgentContent | null;
  readonly settings: HostSettings;
  readonly runDirectory: string;
  /** Null when a new group will be made. */
  readonly group: (PlannedGroup & { readonly name: string }) | null;
  readonly runs: number;
  readonly unfinished: number;
  /** The longest that the unfinished runs can take together. */
  readonly longestMs: number;
}

export function planWork(
  runDirectory: string,
  asked: GroupRequest,
  settings: HostSettings,
  group: PlannedGroup | null,
  content: AgentContent | null = group?.plan.content ?? null,
): PlannedWork {
  const request = asPlanned(asked, group);
  const runs = plannedRuns(request).length;
  const unfinished = group?.unfinished ?? runs;
  const rounds = Math.ceil(unfinished / settings.jobs);
  const longestMs = Math.min(rounds * request.limits.wallClockMs, settings.budgetMs ?? Number.POSITIVE_INFINITY);
  const named = group && { ...group, name: basename(group.folder) };
  return { request, content, settings, runDirectory, group: named, runs, unfinished, longestMs };
}

/**
 * A group keeps its limits, which may have been derived on another machine or for another number of jobs, its rehearsals and
 * all of its seeds.
 */
function asPlanned(request: GroupRequest, group: PlannedGroup | null): GroupRequest {
  if (group === null) return request;
  const { derivedLimits: _, rehearsals: __, ...rest } = request;
  const { limits, derivedLimits, rehearsals, seeds } = group.plan;
  return {
    ...rest,
    seeds,
    limits,
    ...(derivedLimits === undefined ? {} : { derivedLimits }),
    ...(rehearsals === undefined ? {} : { rehearsals }),
  };
}

/** What its agent takes from the internet, besides models: in words. */
export function internetUses({ request: { agent, sandbox } }: Pick<PlannedWork, "request">): string[] {
  if (sandbox.network !== "open") return [];
  return (agentKind(agent.name).internet?.(agent.settings) ?? []).map(({ what }) => what);
}

/** What a command would do, without doing anything. */
export async function planDryRun(
  runDirectory: string,
  request: GroupRequest,
  settings: HostSettings,
  options: PlanOptions,
): Promise<PlannedWork> {
  const content = await identifyAgent(request, runDirectory);
  const folder = options.fresh ? null : await findGroup(runDirectory, request, content);
  if (folder === null) return planWork(runDirectory, request, settings, null, content);
  const index = readGroupIndex(folder);
  const changes = changesTo(folder, request, options);
  const added = plannedRuns({ ...request, seeds: [...changes.seeds] }).length + changes.retried.length;
  const plan = withSeeds(index.plan, changes.seeds);
  const unfinished = index.unfinished.length + added;
  return planWork(runDirectory, request, settings, { folder, plan, continued: true, unfinished, changes });
}
