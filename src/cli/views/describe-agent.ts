import type { GroupPlan } from "../../runs/record/group-plan.ts";

/** An agent and its settings. Maps, such as environment variables, show only their keys: values may be long or private. */
export function describeAgent({ agent: { name, label, settings } }: GroupPlan): string {
  const parts = Object.entries(settings).flatMap(([key, value]) => {
    const shown = typeof value === "object" && value !== null ? listed(value) : JSON.stringify(value);
    return shown === "" ? [] : [`${key}=${shown}`];
  });
  return `${label === name ? "" : `${label}: `}${[name, ...parts].join(" ")}`;
}

function listed(value: object): string {
  if (Array.isArray(value)) return value.length === 0 ? "" : JSON.stringify(value);
  return Object.keys(value).join(",");
}
