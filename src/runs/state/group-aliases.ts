import { join } from "node:path";
import { readPlan } from "../record/group-plan.ts";

/** The newest group of a run directory. */
const latest = "latest";

/**
 * Other names of groups than their own: `latest`, and the label of each agent for the newest group with it. Plans that cannot be
 * read are passed over.
 */
export function groupAliases(runDirectory: string, groups: readonly string[]): Map<string, string> {
  const plans = groups.flatMap((group) => {
    try {
      const { createdAt, agent } = readPlan(join(runDirectory, group));
      return [{ group, createdAt, label: agent.label }];
    } catch {
      return [];
    }
  });
  plans.sort((a, b) => (a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.group < b.group) ? -1 : 1));
  const aliases = new Map(plans.map(({ label, group }) => [label, group]));
  const newest = plans.at(-1);
  return newest === undefined ? aliases : aliases.set(latest, newest.group);
}
