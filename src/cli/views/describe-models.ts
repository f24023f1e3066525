import type { ModelChoice } from "../../runs/record/group-plan.ts";

/** The models of a run group, a line each, with what it may call besides. */
export function describeModels({ main, roles, settings, allow, aliases, providerTools }: ModelChoice): string {
  const list = (values: object): string[] => Object.entries(values).map(([name, value]) => `${name}=${value}`);
  return [
    ...(main === null ? [] : [[main, ...list(settings)].join(" ")]),
    ...list(roles),
    ...(allow.length === 0 ? [] : [`allowed: ${allow.join(", ")}`]),
    ...list(aliases),
    ...(providerTools ? ["with tools that providers run"] : []),
  ].join("\n");
}
