import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type AgentContent, changedParts } from "../record/agent-content.ts";
import { type GroupPlan, planKey, readPlan } from "../record/group-plan.ts";
import { groupFiles } from "../record/run-folder.ts";
import { agentChanged } from "./agent-changed.ts";
import type { GroupRequest } from "./plan-group.ts";

/**
 * The newest group that a request continues: one with the same agent, otherwise one of an earlier version, which recorded
 * nothing about its agent. Null when no group was made for such a request.
 *
 * @throws UsageError when there are only groups of what the agent was before.
 */
export async function findGroup(
  runDirectory: string,
  request: GroupRequest,
  content: AgentContent,
): Promise<string | null> {
  const plans = listPlans(runDirectory);
  const same = plans.find(({ plan }) => isSame({ ...request, content }, plan));
  if (same !== undefined) return same.folder;
  const key = planKey(request);
  const groups = plans.filter(({ plan }) => plan.key === key);
  const unknown = groups.find(({ plan }) => plan.content === undefined);
  if (unknown !== undefined) return unknown.folder;
  const [changed] = groups;
  if (changed === undefined) return null;
  throw await agentChanged(changed.folder, changed.plan, content);
}

/** Whether the same is asked for, of the same agent. Its files may have been moved or copied since. */
function isSame(request: GroupRequest & { readonly content: AgentContent }, plan: GroupPlan): boolean {
  if (plan.content === undefined || changedParts(plan.content, request.content).length > 0) return false;
  return pathlessKey(request, plan.content) === pathlessKey(plan, plan.content);
}

/** The key without the settings that say where the agent's files are. */
function pathlessKey(plan: GroupRequest, { files }: AgentContent): string {
  const settings = Object.entries(plan.agent.settings).filter(([name]) => files[name] === undefined);
  return planKey({ ...plan, agent: { ...plan.agent, settings: Object.fromEntries(settings) } });
}

/** The newest first: names begin with the date. */
function listPlans(runDirectory: string): { readonly folder: string; readonly plan: GroupPlan }[] {
  if (!existsSync(runDirectory)) return [];
  const names = readdirSync(runDirectory).sort().reverse();
  return names.flatMap((name) => {
    const folder = join(runDirectory, name);
    // A plan without a journal: the process that made it was killed.
    if (!existsSync(join(folder, groupFiles.plan)) || !existsSync(join(folder, groupFiles.events))) return [];
    try {
      return [{ folder, plan: readPlan(folder) }];
    } catch {
      // Written by another version, or not a plan.
      return [];
    }
  });
}
